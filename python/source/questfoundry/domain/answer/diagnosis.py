"""Convert pydantic's validation errors to faults that a model understands."""

from collections.abc import Mapping, Sequence, Sized
from typing import Any, TypeVar

from attrs import evolve, frozen
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from questfoundry.domain.answer.schema import Schema, alternatives, child, item_names, join_path
from questfoundry.domain.fault import Fault, FaultKind
from questfoundry.domain.field_types import json_schema_of
from questfoundry.domain.text.wording import as_json, phrase

_NO_EXAMPLE = object()  # The mark of a field without an example, because ``None`` may be an example

FEW_VALUES = 8
"""The maximum number of allowed values that are always listed.

A longer list is shown only for a field with a wrong value.
"""

_TRIVIAL_LIMIT = ("minLength", 1)  # A limit that is too obvious to mention

_KINDS = {"missing": FaultKind.MISSING, "extra_forbidden": FaultKind.UNKNOWN}


Model = TypeVar("Model", bound=BaseModel)


def parse_artifact(
    model: type[Model],
    data: Mapping[str, Any],
    guide: Mapping[str, Any],
    wording: Mapping[str, Any],
) -> Model | tuple[Fault, ...]:
    """Return ``data`` as an instance of the class ``model``, or the faults that prevent this."""
    try:
        return model.model_validate(dict(data))
    except ValidationError as error:
        faults = faults_of(error, model, guide, wording, submitted=data)
        details = error.errors(include_url=False)
        return tuple(
            fault for fault, each in zip(faults, details, strict=True) if not _is_secondary(each)
        )


def _is_secondary(details: ErrorDetails) -> bool:
    """Return whether a list is only too short because pydantic ignores its invalid items."""
    if details["type"] != "too_short" or not isinstance(details["input"], Sized):
        return False
    return len(details["input"]) >= int(details["ctx"]["min_length"])


def faults_of(
    error: ValidationError,
    artifact: type[BaseModel],
    guide: Mapping[str, Any],
    wording: Mapping[str, Any],
    *,
    submitted: Any,
) -> tuple[Fault, ...]:
    """Return one fault for each error in ``error``, the result of validating ``submitted``."""
    schema = json_schema_of(artifact)
    return tuple(
        _fault(details, submitted, schema, guide, wording)
        for details in error.errors(include_url=False)
    )


def _fault(
    details: ErrorDetails,
    submitted: Any,
    schema: Schema,
    guide: Mapping[str, Any],
    wording: Mapping[str, Any],
) -> Fault:
    name = details["type"]
    kind = _KINDS.get(name, FaultKind.INVALID)
    place = _locate(details["loc"], submitted, schema, absent=kind is FaultKind.MISSING)
    provided = details["input"]
    words = wording["schema"].get(name, {})
    values = {
        **details.get("ctx", {}),
        "message": details.get("ctx", {}).get("error", details["msg"]),
        "length": len(provided) if isinstance(provided, Sized) else "",
        "wanted": describe_requirement(place.schema, schema, wording),
    }
    texts = {
        part: phrase(wording, f"schema.{name if part in words else 'other'}.{part}", **values)
        for part in ("problem", "requirement")
    }
    example = _example(place, guide, schema, wording)
    fault = Fault(
        rule=f"schema.{name}",
        kind=kind,
        field=place.path,
        problem=texts["problem"],
        provided=provided if kind is FaultKind.INVALID else None,
        requirement=texts["requirement"],
    )
    return _append_example(fault, example, wording)


@frozen(kw_only=True)
class _FaultPlace:
    """The place of a validation error; ``field`` is ``path`` without list indices and ids."""

    path: str
    field: str
    schema: Schema
    is_item: bool


def _locate(
    loc: Sequence[int | str], submitted: Any, schema: Schema, *, absent: bool
) -> _FaultPlace:
    """Return the place of a pydantic error in ``submitted``.

    ``loc`` is pydantic's path to the error; it also contains the tags of union types, which are
    skipped.
    """
    value: Any = submitted
    node: Schema = schema
    path = field = ""
    is_item = False
    for position, step in enumerate(loc):
        if isinstance(value, list | tuple) and isinstance(step, int):
            path = join_path(path, item_names(value)[step])
            value, is_item = value[step], True
        elif isinstance(value, dict) and (step in value or (absent and position == len(loc) - 1)):
            path = join_path(path, str(step))
            if any(step in option.get("properties", {}) for option in alternatives(node, schema)):
                field = join_path(field, str(step))
            value, is_item = value.get(step), False
        else:
            continue
        node = child(node, step, schema) or {}
    return _FaultPlace(path=path, field=field, schema=node, is_item=is_item)


def _example(
    place: _FaultPlace, guide: Mapping[str, Any], root: Schema, wording: Mapping[str, Any]
) -> Any:
    example = guide.get(place.field, {}).get("example", _NO_EXAMPLE)
    if place.is_item and isinstance(example, list):
        return next(iter(example), _NO_EXAMPLE)
    if example is not _NO_EXAMPLE:
        return example
    return _compose_example(place.field, place.schema, guide, root, wording)


def add_example(
    fault: Fault, model: type[BaseModel], guide: Mapping[str, Any], wording: Mapping[str, Any]
) -> Fault:
    """Return ``fault``, about a field of ``model``, with an example of the whole field."""
    root = json_schema_of(model)
    node = child(root, fault.field, root)
    if node is None:
        return fault
    example = _compose_example(fault.field, node, guide, root, wording)
    return _append_example(fault, example, wording)


def _append_example(fault: Fault, example: Any, wording: Mapping[str, Any]) -> Fault:
    if example is _NO_EXAMPLE:
        return fault
    text = phrase(wording, "example", requirement=fault.requirement, example=as_json(example))
    return evolve(fault, requirement=text)


def _compose_example(
    field: str, node: Schema, guide: Mapping[str, Any], root: Schema, wording: Mapping[str, Any]
) -> Any:
    if field not in guide or "example" in guide[field]:
        return guide.get(field, {}).get("example", _NO_EXAMPLE)
    for option in alternatives(node, root):
        if "items" in option:
            item = _compose_example(field, option["items"], guide, root, wording)
            return item if item is _NO_EXAMPLE else [item]
        if isinstance(values := option.get("additionalProperties"), Mapping):
            value = _compose_example(field, values, guide, root, wording)
            return value if value is _NO_EXAMPLE else {f"<{phrase(wording, 'forms.id')}>": value}
        fields = option.get("properties", {})
        parts = {
            name: _compose_example(join_path(field, name), fields[name], guide, root, wording)
            for name in option.get("required", ())
        }
        if parts and _NO_EXAMPLE not in parts.values():
            return parts
    return _NO_EXAMPLE


def describe_requirement(
    node: Schema, root: Schema, wording: Mapping[str, Any], *, deep: bool = True
) -> str:
    """Return a text about the values that ``node`` allows; if ``deep``, with inner values."""
    options = (_describe_option(option, root, wording, deep) for option in alternatives(node, root))
    return phrase(wording, "wanted.or").join(dict.fromkeys(options))


def _describe_option(node: Schema, root: Schema, wording: Mapping[str, Any], deep: bool) -> str:
    if "const" in node:
        return phrase(wording, "wanted.const", value=as_json(node["const"]))
    if "enum" in node and (deep or len(node["enum"]) <= FEW_VALUES):
        values = ", ".join(as_json(value) for value in node["enum"])
        return phrase(wording, "wanted.enum", values=values)
    parts = [_describe_size(node, wording)]
    parts += [
        phrase(wording, f"wanted.limit.{keyword}", limit=node[keyword])
        for keyword in wording["wanted"]["limit"]
        if keyword in node and (keyword, node[keyword]) != _TRIVIAL_LIMIT
    ]
    if deep and node.get("required"):
        fields = ", ".join(as_json(name) for name in node["required"])
        parts.append(phrase(wording, "wanted.fields", fields=fields))
    if "items" in node and (deep or "maxLength" in node["items"]):
        item = describe_requirement(node["items"], root, wording)
        parts.append(phrase(wording, "wanted.items", item=item))
    return phrase(wording, "wanted.and").join(parts)


def _describe_size(node: Schema, wording: Mapping[str, Any]) -> str:
    kind = phrase(wording, f"wanted.type.{node.get('type', 'any')}")
    least, most = node.get("minItems", 0), node.get("maxItems")
    if most is None:
        size = "least" if least else "any"
    else:
        size = "exactly" if least == most else "between" if least else "most"
    return phrase(wording, f"wanted.size.{size}", kind=kind, least=least, most=most)
