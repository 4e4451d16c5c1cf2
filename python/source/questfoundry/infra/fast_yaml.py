"""Read YAML with libyaml, which is about fifteen times as fast as ruamel.yaml.

libyaml follows YAML 1.1, and ruamel.yaml YAML 1.2. Here libyaml reads only files with text, null,
true, false and decimal integers, which the patterns of ruamel.yaml recognise. ruamel.yaml reads
every other file again, and describes errors with their places.
"""

import re
from collections.abc import Hashable
from typing import Any

import yaml
from yaml.constructor import ConstructorError

_CORE = "tag:yaml.org,2002:"
# The patterns of ruamel.yaml, which is not imported for them: that takes longer than most files.
_SCALARS = {
    "bool": (r"true|True|TRUE|false|False|FALSE", "tTfF"),
    "float": (
        r"[-+]?[0-9][0-9_]*\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[-+]?[0-9][0-9_]*[eE][-+]?[0-9]+"
        r"|[-+]?\.[0-9_]+(?:[eE][-+][0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)",
        "-+0123456789.",
    ),
    "int": (r"[-+]?0b[0-1_]+|[-+]?0o?[0-7_]+|[-+]?[0-9_]+|[-+]?0x[0-9a-fA-F_]+", "-+0123456789"),
    "merge": ("<<", "<"),
    "null": ("~|null|Null|NULL|", ("~", "n", "N", "")),
    "timestamp": (
        r"[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}"
        r"(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?"
        r"(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::[0-9]{2})?))?",
        "0123456789",
    ),
    "value": ("=", "="),
    "yaml": (r"!|&|\*", "!&*"),
}
_DIFFERENT = re.compile("%YAML|[|>][-+0-9]*#|[\t\r\x85\u2028\u2029\ufeff]")
_DECIMAL = re.compile("0|-?[1-9][0-9]*")


UnsuitableError = yaml.YAMLError
"""The text is not valid, or the versions of YAML read the text differently."""


def load_yaml(text: str) -> Any:
    """Return the data in ``text``; raise the ``YAMLError`` of ruamel.yaml if it is not valid."""
    try:
        return load_plain(text)
    except (UnsuitableError, RecursionError):
        from ruamel.yaml import YAML

        return YAML(typ="safe", pure=True).load(text)


def load_plain(text: str) -> Any:
    """Return the data in ``text``; raise ``UnsuitableError`` if ruamel.yaml must read the text."""
    _require_common_form(text)
    return yaml.load(text, _Loader)  # noqa: S506 - it makes only plain data


def compose_yaml(text: str) -> Any:
    """Return the top node of ``text``, whose marks have the same positions as with ruamel.yaml.

    Raise ``UnsuitableError`` if ruamel.yaml must read the text.
    """
    _require_common_form(text)
    return yaml.compose(text, _Loader)


def _require_common_form(text: str) -> None:
    """Refuse text with a version, or with characters that the two parsers read differently.

    These are tabs, rare line breaks and comments next to the sign of a block. libyaml does not
    count a byte order mark.
    """
    if _DIFFERENT.search(text):
        raise ConstructorError(problem="the versions of YAML read this differently")


def convert_scalar(tag: str, value: str) -> int | bool | None:
    """Return the value of a scalar with the tag of null, a boolean or an integer.

    Raise ``UnsuitableError`` for another tag, and for an integer that is not written in decimals.
    """
    match tag.removeprefix(_CORE):
        case "null":
            return None
        case "bool" if value.casefold() in {"true", "false"}:
            return value.casefold() == "true"
        case "int" if _DECIMAL.fullmatch(value):
            return int(value)
        case _:
            raise ConstructorError(problem="unsuitable scalar")


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A reader of files that both versions of YAML understand alike; others are unsuitable."""

    yaml_implicit_resolvers: dict[str, list[Any]] = {}  # noqa: RUF012 - as in the superclass
    yaml_constructors = {  # noqa: RUF012
        key: make
        for key, make in yaml.SafeLoader.yaml_constructors.items()
        if key is None or key.removeprefix(_CORE) in {"str", "seq", "map"}
    }

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        found: dict[Hashable, Any] = {}
        for key_node, value in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str | int | None) or key in found:
                raise ConstructorError(problem="unsuitable key")
            found[key] = self.construct_object(value, deep=deep)
        return found

    def construct_plain(self, node: yaml.ScalarNode) -> int | bool | None:
        return convert_scalar(node.tag, node.value)


for _name in ("null", "bool", "int"):
    _Loader.add_constructor(f"{_CORE}{_name}", _Loader.construct_plain)
for _name, (_pattern, _first) in _SCALARS.items():
    _Loader.add_implicit_resolver(f"{_CORE}{_name}", re.compile(f"^(?:{_pattern})$"), _first)
