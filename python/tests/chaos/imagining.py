"""Minimal answers to a schema, for requests that the small story does not cover."""

from collections.abc import Mapping
from typing import Any
from zlib import crc32

from attrs import frozen

_SIZES = {"hubs": 1, "topics": 3, "options": 2}
"""The lengths of lists in schemas of Anthropic, which cannot state them; the prompt does."""


def imagined(schema: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """Return a repeatable answer to ``schema``, with a different text at each place.

    A property in ``known`` gets the known value. A number is the first allowed number from 1, and a
    list has its minimum length.
    """
    answer: dict[str, Any] = _Imagined(known, schema.get("$defs", {})).value(schema, "")
    return answer


def followed(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """Return the schema, with references resolved."""
    while "$ref" in schema:
        schema = definitions[str(schema["$ref"]).removeprefix("#/$defs/")]
    return schema


@frozen
class _Imagined:
    known: Mapping[str, Any]
    definitions: Mapping[str, Any]

    def value(self, schema: Any, at: str, nth: int = 0) -> Any:
        """Return one value; as the ``nth`` item of a list, another one of the allowed values."""
        schema = followed(schema, self.definitions)
        schema = followed(schema.get("anyOf", [schema])[0], self.definitions)
        match schema.get("type"):
            case "object":
                return {
                    name: self.known.get(name) or self.value(part, f"{at}.{name}", nth)
                    for name, part in schema["properties"].items()
                }
            case "array":
                wanted = range(schema.get("minItems", _SIZES.get(at.rpartition(".")[2], 0)))
                return [self.value(schema["items"], f"{at}.{n}", n) for n in wanted]
            case "boolean":
                return False
            case "integer":
                return max(1, schema.get("minimum", 1))
        among = schema.get("enum")
        return among[nth % len(among)] if among else f"Go {crc32(at.encode())}"
