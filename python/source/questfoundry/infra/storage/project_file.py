"""Read and update ``project.yaml``."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

from attrs import asdict, evolve, fields, frozen

from questfoundry.domain.errors import SettingsError, StoreError
from questfoundry.domain.protocols.exporter import StoryIdentity
from questfoundry.domain.story.goal import WritingGoal
from questfoundry.infra.telemetry.redaction import REDACTED, redact_by_pattern

if TYPE_CHECKING:
    from questfoundry.domain.protocols.files import ProjectFiles

SETTINGS = "project.yaml"
_MOST_BYTES = 200_000  # parsed in a few seconds, and far more than settings need
_LONGEST_SHOWN = 500
_SECRET_KEY = re.compile(r"(?i)^(.*(?:key|secret|password|token)[\"']?\s*:\s*)\S.*$")


@frozen(kw_only=True)
class ProjectDocument:
    """The content of ``project.yaml``: its settings, and its text, which error messages quote."""

    data: Mapping[str, Any]
    text: str

    @cached_property
    def _lines(self) -> tuple[str, ...]:
        return tuple(self.text.splitlines())

    @cached_property
    def _data_with_lines(self) -> Any:
        """The data with the line of each key, which only error messages need."""
        from ruamel.yaml import YAML

        try:
            return YAML().load(self.text)
        except RecursionError:  # libyaml reads deeper nesting
            return None

    def line_of(self, path: Sequence[str | int]) -> int:
        """Return the line number, from 1, of the key at ``path``.

        If the file does not contain this key, return the line of the innermost enclosing key that
        it contains, or 1.
        """
        node: Any = self._data_with_lines
        line = 0
        for step in path:
            places = getattr(getattr(node, "lc", None), "data", None) or {}
            if step not in places:
                break
            line, node = places[step][0], node[step]
        return line + 1

    def format_line(self, line: int) -> str:
        """Return line ``line`` with its number; if the line sets a secret, the secret is hidden."""
        text = self._lines[line - 1][:_LONGEST_SHOWN] if line <= len(self._lines) else ""
        harmless = redact_by_pattern(_SECRET_KEY.sub(rf"\1{REDACTED}", text))
        return f"  {line:>4} | {harmless}"


def read_project_file(files: ProjectFiles) -> ProjectDocument:
    """Return the parsed ``project.yaml`` among ``files``; it is empty if the file does not exist.

    If the file is not valid YAML, raise ``SettingsError`` with the line of the problem. YAML tags
    are never executed. Aliases are refused, because they can expand a small file without bound.
    """
    from questfoundry.infra.storage.yaml_reading import check_nesting, parser_errors, problem_of

    place = files.place(SETTINGS)
    try:
        text = (files.read(SETTINGS, max_bytes=_MOST_BYTES) or b"").decode()
    except StoreError as error:
        raise SettingsError(str(error)) from error
    except UnicodeDecodeError as error:
        raise SettingsError(
            f"{place!r} cannot be read: {error}. Make it a readable UTF-8 text file."
        ) from error
    document = ProjectDocument(data={}, text=text)
    try:
        check_nesting(text)
        data = _load(text)
    except (RecursionError, ValueError) as error:
        what = "a number is too long" if isinstance(error, ValueError) else "it is nested too deep"
        raise SettingsError(f"{place!r} cannot be read: {what}. Correct it.") from None
    except parser_errors() as error:
        found = problem_of(error, text, place)
        raise SettingsError(
            f"{place!r} is not valid YAML, {found}.\n{document.format_line(found.place.line)}\n"
            "Correct that line."
        ) from error
    if data is None:
        return document
    if not isinstance(data, dict):
        raise SettingsError(
            f"{place!r} must hold keys with values.\n{document.format_line(1)}\n"
            "Write for example `name: My story`."
        )
    return evolve(document, data=data)


def _load(text: str) -> Any:
    from questfoundry.infra.fast_yaml import UnsuitableError, load_plain

    if "*" not in text:
        with suppress(UnsuitableError):
            return load_plain(text)
    from ruamel.yaml import YAML

    _refuse_aliases(text)
    return YAML().load(text)


def _refuse_aliases(text: str) -> None:
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError
    from ruamel.yaml.events import AliasEvent

    for event in YAML().parse(text):
        if isinstance(event, AliasEvent):
            problem = "aliases are not read; write the value out"
            raise MarkedYAMLError(problem=problem, problem_mark=event.start_mark)


def update_keys(text: str, changes: Mapping[str, Any]) -> str:
    """Return ``text`` with new top-level values; ``None`` removes the key.

    Comments and the order of keys are preserved.
    """
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 4096
    data = yaml.load(text)
    out = io.StringIO()
    if data is None:
        yaml.dump({name: value for name, value in changes.items() if value is not None}, out)
        return "\n".join((*text.splitlines(), out.getvalue()))
    data.update({name: value for name, value in changes.items() if value is not None})
    for name in changes.keys() & data.keys():
        if changes[name] is None:
            del data[name]
    yaml.dump(data, out)
    return out.getvalue()


class ProjectFileIdentity(StoryIdentity):
    """A source of the story's IFID, its worldwide id, from the key ``ifid`` in ``project.yaml``.

    If the file lacks the key, a new id is made and stored there.
    """

    def __init__(self, files: ProjectFiles, *, make: Callable[[], UUID] = uuid4) -> None:
        self._files = files
        self._make = make

    def ifid(self) -> str:
        document = read_project_file(self._files)
        if known := document.data.get("ifid"):
            return str(known)
        ifid = str(self._make()).upper()
        text = document.text.replace("\r\n", "\n").replace("\r", "\n")
        self._files.replace(SETTINGS, update_keys(text, {"ifid": ifid}))
        return ifid


class ProjectFileGoal:
    """The goal of the author in the key ``goal`` of ``project.yaml``."""

    def __init__(self, files: ProjectFiles) -> None:
        self._files = files

    def read(self) -> WritingGoal:
        """Return the goal; an invalid number counts as none."""
        found = read_project_file(self._files).data.get("goal")
        known = found.items() if isinstance(found, Mapping) else ()
        names = {each.name for each in fields(WritingGoal)}
        numbers = {name: each for name, each in known if name in names and type(each) is int}
        return WritingGoal(**numbers)

    def write(self, goal: WritingGoal) -> None:
        """Replace the goal; a goal without numbers is removed."""
        numbers = {name: each for name, each in asdict(goal).items() if each}
        text = read_project_file(self._files).text.replace("\r\n", "\n").replace("\r", "\n")
        self._files.replace(SETTINGS, update_keys(text, {"goal": numbers or None}))
