"""Define a stored version of an artifact and its summary, and show an artifact as text."""

import json
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from textwrap import indent
from typing import Any

from attrs import field, frozen

from questfoundry.domain.errors import UsageError

EDIT = "edit"  # The origin of a version that the author edited by hand
AGENT = "agent"  # The origin of a version that a model edited, by itself or through MCP
FOUND = "file"  # The origin of a version whose file existed before the store knew of it

RENAME = "rename-"
"""The prefix of the origin of a version from a rename; the rename's number follows."""

REPLACE = "replace-"
"""The prefix of the origin of a version in which the author replaced words; a number follows."""

ADDITION = "addition-"
"""The prefix of the origin of a version to which the author added an entity; a number follows."""

JOINT_STEPS = (RENAME, REPLACE, ADDITION)
"""The prefixes of origins that several artifacts share, and that one undo reverts."""

PartSources = Mapping[str, Mapping[str, int]]
"""For a part of an artifact, the version of each earlier stage's artifact it was made from."""


@frozen(kw_only=True)
class ArtifactVersion:
    """A stored version of an accepted artifact, as plain data.

    ``made_from``: the version of each earlier stage's artifact that this version was built on. If
      one of these stages has another version now, this version is outdated.
    ``parts_made_from``: the versions for the passages whose prose is older or newer than the rest
      of the artifact, by passage id.
    ``origin``: the id of a run, ``edit``, ``agent``, ``file``, or ``rename-`` or ``replace-`` and
      a number.
    ``replaces``: the number of the version that was current before and that undo restores.
    """

    stage: str
    version: int
    data: Mapping[str, Any]
    made_from: Mapping[str, int]
    origin: str
    created_at: datetime
    replaces: int | None = None
    parts_made_from: PartSources = field(factory=dict)

    def sources_of(self, part: str) -> Mapping[str, int]:
        """Return the versions from which the passage ``part`` was written, by stage."""
        return self.parts_made_from.get(part, self.made_from)

    def carry_sources(
        self,
        passages: Mapping[str, Any],
        retained: Collection[str],
        *,
        now: Mapping[str, int],
        made_from: Mapping[str, int],
    ) -> PartSources:
        """Return ``parts_made_from`` for a new version with ``passages`` that replaces this one.

        The ``retained`` passages keep their sources, and the others are written from ``now``.
        ``made_from`` are the sources of the new version as a whole.
        """
        sources = {each: self.sources_of(each) if each in retained else now for each in passages}
        return {name: each for name, each in sources.items() if each != made_from}


@frozen(kw_only=True)
class VersionStep:
    """A version without its data: its number, its origin, and the version that it replaced."""

    version: int
    origin: str
    replaces: int | None = None


@frozen
class SummaryLine:
    """One line of a summary: a label of a word or two, and a text of any length."""

    label: str
    text: str


Summary = tuple[SummaryLine, ...]  # The lines of a summary, three to ten


def to_text(value: Any) -> str:
    """Return ``value`` as JSON text in valid UTF-8; raise ``UsageError`` if it is no JSON value."""
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError) as problem:
        raise UsageError(
            f"This value cannot be stored as JSON: {problem}. "
            "Pass only texts, numbers, booleans, None, lists and mappings with text keys."
        ) from problem
    return text if _is_utf8(text) else json.dumps(value, separators=(",", ":"))


def from_text(text: str) -> Any:
    """Return the value that :func:`to_text` stored; raise ``ValueError`` for any other text."""
    if not _is_utf8(text):
        raise ValueError("The text contains characters that UTF-8 cannot encode.")
    return json.loads(text)


def _is_utf8(text: str) -> bool:
    # Models sometimes send unpaired surrogates; JSON can escape them, UTF-8 cannot encode them.
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


_BOOKKEEPING = frozenset({"type", "version"})
_TITLES = ("name", "title", "label", "summary")
_STEP = "  "


def fields_of(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the label and full text of each non-empty field of ``data``, nested parts indented."""
    return ((_label(name), _format_full(value)) for name, value in _filled_fields(data))


def brief_fields_of(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the label and a one-line summary of each non-empty field of ``data``."""
    return ((_label(name), _format_brief(value)) for name, value in _filled_fields(data))


def _filled_fields(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in data.items():
        if name not in _BOOKKEEPING and value not in ("", None, [], {}):
            yield name, value


def _label(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _format_brief(value: Any) -> str:
    if isinstance(value, Mapping):
        names = [name.partition("::")[2] or name for name in value]
    elif isinstance(value, list) and not all(isinstance(item, str) for item in value):
        names = [_title(item) for item in value]
    else:
        return _format_full(value)
    return f"{len(names)}: {'; '.join(names)}"


def _format_full(value: Any) -> str:
    if isinstance(value, Mapping):
        return "\n".join(_format_titled(name, part) for name, part in value.items())
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value):
            return "; ".join(value)
        return "\n".join(_format_titled(_full_title(item), _drop_title(item)) for item in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _format_titled(title: str, value: Any) -> str:
    if isinstance(value, Mapping):
        parts = [
            _format_titled(name if "::" in name else _label(name), part)
            for name, part in value.items()
            if part not in ("", None, [], {}, False)
        ]
        return "\n".join((title, *(indent(part, _STEP) for part in parts)))
    text = _format_full(value)
    return f"{title}: {text}" if "\n" not in text else f"{title}\n{indent(text, _STEP)}"


def _title(item: Any) -> str:
    if not isinstance(item, Mapping):
        return str(item)
    return next((str(item[key]) for key in _TITLES if item.get(key)), "")


def _full_title(item: Any) -> str:
    identifier = str(item.get("id", "")) if isinstance(item, Mapping) else ""
    title = _title(item)
    return f"{title} ({identifier})" if title and identifier else title or identifier


def _drop_title(item: Any) -> Any:
    if not isinstance(item, Mapping):
        return item
    title = next((key for key in _TITLES if item.get(key)), None)
    return {key: value for key, value in item.items() if key not in (title, "id")}
