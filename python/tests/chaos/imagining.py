"""What a model can say where the small story has nothing: the least that a schema asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from zlib import crc32

from attrs import frozen


def imagined(schema: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """An answer to the schema, the same whenever it is asked for; texts differ by their place.

    What is ``known`` by the name of a property stands as it is. A number is the first from 1 that
    is allowed; of a list of values so many are taken as there must be.
    """
    answer: dict[str, Any] = _Imagined(known, schema.get("$defs", {})).value(schema, "")
    return answer


def followed(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """The schema, or the one that it refers to, directly or not."""
    while "$ref" in schema:
        schema = definitions[str(schema["$ref"]).removeprefix("#/$defs/")]
    return schema


@frozen
class _Imagined:
    known: Mapping[str, Any]
    definitions: Mapping[str, Any]

    def value(self, schema: Any, at: str, nth: int = 0) -> Any:
        """One value; as the ``nth`` of a list it is another one of those to choose from."""
        schema = followed(schema, self.definitions)
        schema = followed(schema.get("anyOf", [schema])[0], self.definitions)
        match schema.get("type"):
            case "object":
                return {
                    name: self.known.get(name) or self.value(part, f"{at}.{name}", nth)
                    for name, part in schema["properties"].items()
                }
            case "array":
                wanted = range(schema.get("minItems", 0))
                return [self.value(schema["items"], f"{at}.{n}", n) for n in wanted]
            case "integer":
                return max(1, schema.get("minimum", 1))
        among = schema.get("enum")
        return among[nth % len(among)] if among else f"Go {crc32(at.encode())}"
