"""Extract the JSON object from a model's text, and replace names in it by ids."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from questfoundry.domain.answer.diagnosis import describe_requirement
from questfoundry.domain.answer.schema import Schema, alternatives, child, find_references, types_of
from questfoundry.domain.ids import SEPARATOR, slug_of
from questfoundry.domain.text.wording import phrase

MAX_ENCODINGS = 4  # The maximum number of nested JSON encodings of a value

_FENCE = "```"

_TAG = re.compile(r"[\s\w-]*")


def extract_object(text: str) -> Mapping[str, Any] | None:
    """Return the JSON object that is the whole ``text`` or its only code fence, else ``None``."""
    parts = text.split(_FENCE)
    inside = _TAG.sub("", parts[1], count=1) if len(parts) in (2, 3) else ""
    for candidate in (text, inside):
        found = decode_json(candidate.strip("\ufeff \t\r\n"))
        if isinstance(found, dict):
            return found
    return None


def decode_nested(value: Any, schema: Schema) -> Any:
    """Return ``value`` with JSON texts decoded where ``schema`` requires an object or a list.

    If the schema requires an object with a single field and the value is another text, the text
    becomes the value of this field.
    """
    return _decode(value, schema, schema)


def _decode(value: Any, node: Schema, root: Schema) -> Any:
    if isinstance(value, str):
        types = types_of(node, root) - {"null"}
        found = decode_json(value) if types and types <= {"object", "array"} else value
        return _decode(found, node, root) if isinstance(found, dict | list) else value
    if isinstance(value, dict):
        return {key: _decode_part(item, node, key, root) for key, item in value.items()}
    if isinstance(value, list):
        return [_decode_part(item, node, index, root) for index, item in enumerate(value)]
    return value


def _decode_part(value: Any, node: Schema, step: str | int, root: Schema) -> Any:
    if not isinstance(value, dict | list | str):
        return value
    part = child(node, step, root)
    if part is None:
        return value
    if isinstance(value, str) and value.lstrip()[:1] not in ("{", "[", '"'):
        only = _only_field(part, root)
        return {only: value} if only else value
    return _decode(value, part, root)


def _only_field(node: Schema, root: Schema) -> str:
    options = alternatives(node, root)
    fields = [*options[0].get("properties", {})] if len(options) == 1 else []
    return fields[0] if len(fields) == 1 else ""


def decode_json(value: Any) -> Any:
    """Return the value of the JSON text ``value``, decoded repeatedly; other values unchanged."""
    for _ in range(MAX_ENCODINGS):
        if not isinstance(value, str):
            break
        try:
            # Models write unescaped line breaks into texts, which strict JSON forbids.
            value = json.loads(value, strict=False, parse_constant=_refuse)
        except (ValueError, RecursionError):
            break
    return value


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")


def fit_shape(value: Any, schema: Schema) -> Any:
    """Return ``value`` without nulls that ``schema`` forbids, and with lists where it wants lists.

    A null in an optional or unknown field or in a list is left out. An object whose keys are
    numbers becomes a list where the schema requires a list. Fields of the whole value that
    ``schema`` does not know and that say only what the value is (its type and version) are left
    out.
    """
    if isinstance(value, Mapping):
        options = alternatives(schema, schema)
        known = {each for option in options for each in option.get("properties", ())}
        value = {
            key: each for key, each in value.items() if key in known or key not in _KIND_FIELDS
        }
    return _fit(value, schema, schema)


_KIND_FIELDS = frozenset({"type", "version", "$schema"})


def _fit(value: Any, node: Schema, root: Schema) -> Any:
    if isinstance(value, dict) and value and types_of(node, root) - {"null"} == {"array"}:
        value = [*value.values()] if all(key.isdecimal() for key in value) else value
    if isinstance(value, dict):
        required = {
            each for option in alternatives(node, root) for each in option.get("required", ())
        }
        return {
            key: _fit_part(item, node, key, root)
            for key, item in value.items()
            if item is not None or key in required or _allows_null(node, key, root)
        }
    if isinstance(value, list):
        has_nulls = _allows_null(node, 0, root)
        return [
            _fit_part(item, node, index, root)
            for index, item in enumerate(value)
            if item is not None or has_nulls
        ]
    return value


def _fit_part(value: Any, node: Schema, step: str | int, root: Schema) -> Any:
    part = child(node, step, root)
    return value if part is None else _fit(value, part, root)


def _allows_null(node: Schema, step: str | int, root: Schema) -> bool:
    part = child(node, step, root)
    if part is None:
        options = alternatives(node, root)
        return any(each.get("additionalProperties") is not False for each in options)
    types = types_of(part, root)
    return not types or "null" in types


_BETWEEN_WORDS = re.compile(r"[\W_]+")


def resolve_references(value: Any, schema: Schema) -> Any:
    """Return ``value`` with each text and key replaced by the only id of ``schema`` that fits."""
    return _resolve(value, schema, schema)


def _resolve(value: Any, node: Schema, root: Schema) -> Any:
    if isinstance(value, str):
        listed = [each for option in alternatives(node, root) for each in option.get("enum", ())]
        return _match_listed(listed, value)
    if isinstance(value, dict):
        ids = {each for option in alternatives(node, root) for each in option.get("properties", ())}
        keys = {key: key if key in ids else _resolve_key(key, value, ids) for key in value}
        return {
            keys[key]: _resolve_part(item, node, keys[key], root) for key, item in value.items()
        }
    if isinstance(value, list):
        return [_resolve_part(item, node, place, root) for place, item in enumerate(value)]
    return value


def _resolve_part(value: Any, node: Schema, step: str | int, root: Schema) -> Any:
    part = child(node, step, root)
    return value if part is None else _resolve(value, part, root)


def _resolve_key(key: str, value: Mapping[str, Any], ids: Iterable[str]) -> str:
    """Return the id that ``key`` means, or ``key`` itself if another key means the same id."""
    found = _match_listed([each for each in ids if SEPARATOR in each], key)
    if found == key:
        return key
    is_alone = sum(_normalise(each) == _normalise(key) for each in value) == 1
    return found if is_alone else key


def _match_listed(listed: Iterable[Any], text: str) -> str:
    texts = [each for each in listed if isinstance(each, str)]
    if not texts or text in texts:
        return text
    bare = _normalise(text)
    same = {each for each in texts if _normalise(each) == bare}
    return same.pop() if bare and len(same) == 1 else text


def _normalise(text: str) -> str:
    return _BETWEEN_WORDS.sub("-", (slug_of(text) or text).casefold()).strip("-")


_PYTHON_TYPES: Mapping[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list, tuple),
    "object": (dict,),
    "null": (type(None),),
}

_PROBLEMS = {
    "string": "string_type",
    "integer": "int_type",
    "number": "float_type",
    "boolean": "bool_type",
    "array": "list_type",
    "object": "dict_type",
}


def fit_arguments(arguments: Mapping[str, Any], schema: Schema) -> dict[str, Any]:
    """Return ``arguments`` with numbers and texts converted if only their JSON form is wrong.

    Optional parameters whose value is ``null`` are left out.
    """
    if not _is_readable(schema):
        return dict(arguments)
    required = schema.get("required", ())
    decoded: dict[str, Any] = decode_nested(dict(arguments), schema)
    return {
        name: _fit_value(value, types_of(child(schema, name, schema) or {}, schema))
        for name, value in decoded.items()
        if value is not None or name in required
    }


def _fit_value(value: Any, types: frozenset[str]) -> Any:
    match value:
        case bool():
            return value
        case str() if types == {"integer"} and value.strip().removeprefix("-").isdecimal():
            return int(value)
        case float() if types == {"integer"} and value.is_integer():
            return int(value)
        case int() | float() if types == {"string"}:
            return str(value)
    return value


def find_wrong_arguments(
    arguments: Mapping[str, Any], schema: Schema, wording: Mapping[str, Any]
) -> list[str]:
    """Return a sentence for each argument with a wrong type, and for each blank text.

    A text may be blank unless its schema has a ``minLength``. ``wording`` is the content of
    ``prompts/feedback.yaml``.
    """
    found = []
    for name, value in arguments.items() if _is_readable(schema) else ():
        node = child(schema, name, schema)
        if node is not None and (problem := _find_problem(value, node, schema)):
            says = phrase(wording, f"schema.{problem}.problem")
            wanted = describe_requirement(node, schema, wording, deep=False)
            found.append(phrase(wording, "argument", name=name, problem=says, wanted=wanted))
    return found


def _find_problem(value: Any, node: Schema, root: Schema) -> str:
    types = types_of(node, root)
    if types and not any(_has_type(value, each) for each in types):
        return _PROBLEMS.get(min(types - {"null"}, default=""), "")
    is_blank = isinstance(value, str) and not value.strip()
    needs_text = any(option.get("minLength") for option in alternatives(node, root))
    return "string_too_short" if is_blank and needs_text else ""


def _has_type(value: Any, name: str) -> bool:
    types = _PYTHON_TYPES.get(name)
    # In Python, a boolean is an integer; in JSON, it is not.
    return types is None or (
        isinstance(value, types) and isinstance(value, bool) is (types == (bool,))
    )


def _is_readable(schema: Schema) -> bool:
    """Return whether all references of ``schema`` lead to its own ``$defs``."""
    definitions = schema.get("$defs", {})
    nodes = (schema, *definitions.values())
    return all(name in definitions for node in nodes for name in find_references(node))
