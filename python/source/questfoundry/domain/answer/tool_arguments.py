"""Check the arguments of a tool call against the tool's parameters, a JSON Schema.

Only the types of the arguments and blank texts are checked; a tool checks everything else itself.
"""

from collections.abc import Mapping
from typing import Any

from questfoundry.domain.answer.diagnosis import describe_requirement
from questfoundry.domain.answer.payload import decode_nested
from questfoundry.domain.answer.schema import Schema, alternatives, child, find_references, types_of
from questfoundry.domain.text.wording import phrase

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
