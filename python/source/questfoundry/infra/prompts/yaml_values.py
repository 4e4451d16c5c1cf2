"""Read the values of a YAML file with libyaml, which is about fifteen times as fast as ruamel.yaml.

libyaml follows YAML 1.1, and ruamel.yaml YAML 1.2. Here libyaml reads only files with text, null,
true, false and decimal integers, which the patterns of ruamel.yaml recognise. ruamel.yaml reads
every other file again, and describes errors with their places.
"""

import re
from collections.abc import Hashable
from typing import Any

import yaml
from ruamel.yaml import YAML
from ruamel.yaml.resolver import implicit_resolvers
from yaml.constructor import ConstructorError

_CORE = "tag:yaml.org,2002:"
_VERSION = (1, 2)
_DECIMAL = re.compile("0|-?[1-9][0-9]*")


def load_yaml(text: str) -> Any:
    """Return the data in ``text``; raise the ``YAMLError`` of ruamel.yaml if it is not valid."""
    try:
        if "%YAML" not in text:
            return yaml.load(text, _Loader)  # noqa: S506 - it makes only plain data
    except (yaml.YAMLError, RecursionError):
        pass
    return YAML(typ="safe", pure=True).load(text)


class _Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """A reader of files that both versions of YAML understand alike; others raise ``YAMLError``."""

    yaml_implicit_resolvers: dict[str, list[Any]] = {}  # noqa: RUF012 - as in the superclass
    yaml_constructors = {  # noqa: RUF012
        key: make
        for key, make in yaml.SafeLoader.yaml_constructors.items()
        if key is None or key.removeprefix(_CORE) in {"null", "bool", "str", "seq", "map"}
    }

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        found: dict[Hashable, Any] = {}
        for key_node, value in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str | int | None) or key in found:
                raise ConstructorError(problem="unsuitable key")
            found[key] = self.construct_object(value, deep=deep)
        return found

    def construct_decimal(self, node: yaml.ScalarNode) -> int:
        if not _DECIMAL.fullmatch(node.value):
            raise ConstructorError(problem="unsuitable number")
        return int(node.value)


_Loader.add_constructor(f"{_CORE}int", _Loader.construct_decimal)
for _versions, _tag, _pattern, _first in implicit_resolvers:
    if _VERSION in _versions:
        _Loader.add_implicit_resolver(_tag, _pattern, _first)
