"""Select the part of a schema to request: the fields to correct, or a part of all fields.

To correct a list, the model gets the schema of an object whose keys are the names of list items.
The model then sends only the faulty items and cannot confuse them. The module
:mod:`questfoundry.domain.answer.merging` merges this object into the list.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from questfoundry.domain.answer.schema import (
    Schema,
    add_used_definitions,
    alternatives,
    find_references,
    id_of,
    item_names,
    item_positions,
    list_allowed_ids,
    strip_step,
    strip_steps,
)
from questfoundry.domain.fault import Fault, FaultKind
from questfoundry.domain.text.wording import as_json

SHORT_LIST = 8  # The maximum length of a list of plain values that is requested as a whole


def narrow_schema(
    schema: Schema, faults: Sequence[Fault], submitted: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the part of ``schema`` that is needed to correct ``faults``, with all fields required.

    If a fault belongs to no field, return the whole schema. Unknown fields and invented ids need no
    correction. For an unknown field, the result also has the optional fields beside it that
    ``submitted`` lacks, because the model may have meant one of these.
    """
    paths = [fault.field for fault in faults if fault.kind is not FaultKind.UNKNOWN]
    strays = [fault.field for fault in faults if fault.kind is FaultKind.UNKNOWN]
    is_tied = all(strip_steps([path], *schema["properties"]) for path in paths)
    if not faults or not is_tied:
        return share_definitions(schema, schema)
    return share_definitions(_narrow(schema, submitted, paths, strays, schema), schema)


def split_schema(schema: Schema, count: int) -> tuple[Schema, ...]:
    """Return up to ``count`` schemas, each with a part of the innermost fields of ``schema``."""
    if count == 1:
        return (schema,)
    return tuple(
        add_used_definitions(part, schema) for part in _split_fields(schema, count, schema)
    )


def _split_fields(node: Schema, count: int, root: Schema) -> list[Schema]:
    [node, *others] = alternatives(node, root)
    fields: Mapping[str, Schema] = node.get("properties", {})
    if others or not fields:
        return [node]
    if len(fields) == 1:
        [(name, inner)] = fields.items()
        return [{**node, "properties": {name: part}} for part in _split_fields(inner, count, root)]
    names = list(fields)
    size = -(-len(names) // count)
    return [_select_fields(node, names[at : at + size]) for at in range(0, len(names), size)]


def _select_fields(node: Schema, names: Sequence[str]) -> Schema:
    fields = {name: node["properties"][name] for name in names}
    return {
        **node,
        "properties": fields,
        "required": [name for name in node.get("required", ()) if name in fields],
    }


def _narrow(
    node: Schema, value: Any, paths: Sequence[str], strays: Sequence[str], root: Schema
) -> Schema:
    if "" in paths:
        return node
    node = _choose_alternative(value, node, root)
    if isinstance(value, list) and "items" in node:
        return _narrow_list(node, value, paths, strays, root)
    given = value if isinstance(value, dict) else {}
    fields: Mapping[str, Schema] = node.get("properties", {})
    entry = node.get("additionalProperties")
    # A faulty key may have to be removed: then the whole map is requested.
    if (
        not fields
        and isinstance(entry, Mapping)
        and not any("" in strip_steps(paths, key) for key in given)
    ):
        fields, node = dict.fromkeys(map(str, given), entry), _object({})
    if not fields:
        return node
    has_stray = not all(strip_steps([stray], *fields) for stray in strays)
    closed = {*node.get("required", ()), *(name for name in fields if "const" in fields[name])}
    part: dict[str, Schema] = {}
    required = []
    for name, schema in fields.items():
        inside, stray_inside = strip_steps(paths, name), strip_steps(strays, name)
        if inside or stray_inside:
            found = _narrow(schema, given.get(name), inside, stray_inside, root)
            if inside or found.get("properties"):
                part[name] = found
            if inside:
                required.append(name)
        elif has_stray and name not in closed and name not in given:
            part[name] = schema
    return {**node, "properties": part, "required": required}


def _narrow_list(
    node: Schema, items: Sequence[Any], paths: Sequence[str], strays: Sequence[str], root: Schema
) -> Schema:
    is_plain = not any(isinstance(item, dict | list) for item in items)
    if is_plain and paths and len(items) <= SHORT_LIST:
        return node
    ids = list_allowed_ids(node["items"], root)
    part: dict[str, Schema] = {}
    required = []
    for place, (name, item) in enumerate(zip(item_names(items), items, strict=True)):
        inside, stray_inside = (
            strip_steps(paths, name, str(place)),
            strip_steps(strays, name, str(place)),
        )
        if not (inside or stray_inside) or (ids and id_of(item) not in (None, *ids)):
            continue
        found = _narrow(node["items"], item, inside, stray_inside, root)
        if inside:
            required.append(name)
        if inside or found.get("properties"):
            part[name] = found
    known = item_positions(items)
    for path in paths:
        if not strip_steps([path], *known):
            added = next((each for each in ids if strip_step(path, each) is not None), path)
            part[added] = node["items"]
            required.append(added)
    return _object(part, required)


def _choose_alternative(value: Any, node: Schema, root: Schema) -> Schema:
    options = alternatives(node, root)
    keys = ("items",) if isinstance(value, list) else ("properties", "additionalProperties")
    return next((each for each in options if any(key in each for key in keys)), options[0])


def _object(fields: Mapping[str, Schema], required: Sequence[str] = ()) -> Schema:
    return {
        "type": "object",
        "properties": dict(fields),
        "required": list(dict.fromkeys(required)),
        "additionalProperties": False,
    }


MIN_SAVING = 200  # The minimum number of JSON characters that a shared definition must save


def share_definitions(
    part: Schema, root: Schema, *, min_saving: int = MIN_SAVING
) -> dict[str, Any]:
    """Return ``part`` of ``root`` as a complete schema, in which repeated parts become definitions.

    A repeated part becomes a definition only if this saves at least ``min_saving`` characters of
    JSON.
    """
    # Hash consing by JSON text: equal nodes share a text. Texts are cached by the node's identity,
    # because every node is looked up again with each of its ancestors.
    texts = {id(node): as_json(node) for node in _iterate_nodes(part)}
    times = Counter(texts[id(node)] for node in _iterate_nodes(part))
    names: dict[str, str] = {}
    definitions: dict[str, Any] = dict(root.get("$defs", {}))

    def share_children(node: Any) -> Any:
        if isinstance(node, list):
            return [share_node(item) for item in node]
        if not isinstance(node, Mapping):
            return node
        return {
            key: {name: share_node(field) for name, field in value.items()}
            if key == "properties"
            else share_node(value)
            for key, value in node.items()
        }

    def share_node(node: Any) -> Any:
        if not isinstance(node, Mapping):
            return share_children(node)
        text = texts.get(id(node)) or as_json(node)
        if (times[text] - 1) * len(text) < min_saving:
            return share_children(node)
        if text not in names:
            # A hyphen cannot collide with the name of an artifact's class.
            names[text] = f"part-{len(names) + 1}"
            definitions[names[text]] = share_children(node)
        return _reference(names[text])

    return add_used_definitions(share_children(part), {"$defs": definitions})


def inline_rare_definitions(document: dict[str, Any]) -> dict[str, Any]:
    """Return the schema ``document`` with those definitions expanded that save no characters."""
    while True:
        definitions: Schema = document.get("$defs", {})
        times = Counter(find_references([{**document, "$defs": None}, *definitions.values()]))
        name = next(
            (
                name
                for name, node in definitions.items()
                if _saves_nothing(name, node, times[name]) and name not in {*find_references(node)}
            ),
            None,
        )
        if name is None:
            return document
        left = {each: node for each, node in definitions.items() if each != name}
        document = _inline({**document, "$defs": left}, name, definitions[name])
        if not left:
            del document["$defs"]


def _saves_nothing(name: str, node: Schema, times: int) -> bool:
    text, reference = len(as_json(node)), len(as_json(_reference(name)))
    return times * (text - reference) <= text + len(as_json(name))


def _inline(value: Any, name: str, node: Schema) -> Any:
    if isinstance(value, list):
        return [_inline(item, name, node) for item in value]
    if not isinstance(value, Mapping):
        return value
    found = {key: _inline(item, name, node) for key, item in value.items()}
    if found.get("$ref") != _reference(name)["$ref"]:
        return found
    del found["$ref"]
    return {**node, **found}


def _reference(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def _iterate_nodes(node: Schema) -> Iterator[Schema]:
    children = [*node.get("properties", {}).values(), *node.get("anyOf", ())]
    children += [node[key] for key in ("items", "additionalProperties") if key in node]
    for each in children:
        if isinstance(each, Mapping):
            yield each
            yield from _iterate_nodes(each)
