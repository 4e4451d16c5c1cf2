"""Show an artifact of any stage as labelled text, for people and models."""

from collections.abc import Iterator, Mapping
from textwrap import indent
from typing import Any

_BOOKKEEPING = frozenset({"type", "version"})
_TITLES = ("name", "title", "label", "summary")
_STEP = "  "


def fields_of(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the label and full text of each non-empty field of ``data``; indent nested parts."""
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
        return "\n".join(_format_titled(_full_title(item), _without_title(item)) for item in value)
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
    """Return the title with the id, by which other parts of the artifact refer to ``item``."""
    identifier = str(item.get("id", "")) if isinstance(item, Mapping) else ""
    title = _title(item)
    return f"{title} ({identifier})" if title and identifier else title or identifier


def _without_title(item: Any) -> Any:
    if not isinstance(item, Mapping):
        return item
    title = next((key for key in _TITLES if item.get(key)), None)
    return {key: value for key, value in item.items() if key not in (title, "id")}
