"""Merge a correction into a model's last answer, and shorten overlong answers."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen
from pydantic import BaseModel, ValidationError

from questfoundry.domain.answer.schema import (
    ID,
    Schema,
    alternatives,
    child,
    id_of,
    item_names,
    item_positions,
    join_path,
    list_allowed_ids,
    strip_step,
    strip_steps,
)
from questfoundry.domain.fault import Fault, FaultKind


def merge(
    previous: Mapping[str, Any],
    correction: Mapping[str, Any],
    faults: Sequence[Fault],
    schema: Schema,
) -> dict[str, Any]:
    """Return the answer ``previous`` with ``correction`` merged in.

    ``faults`` are the faults of ``previous``. A complete correction that also has unrequested
    fields is a full resubmission and replaces the previous answer. Otherwise the merged answer
    drops unknown fields, list items with invented ids, and faulty entries of objects with free
    keys.
    """
    paths = [fault.field for fault in faults if fault.kind is not FaultKind.UNKNOWN]
    extra = [name for name in correction if not strip_steps(paths, name)]
    if extra and _is_complete(correction, schema, schema):
        return dict(correction)
    base = _drop_unknown(dict(previous), schema, schema, paths)
    joint: dict[str, Any] = _drop_invented(
        join_values(base, dict(correction), paths), schema, schema
    )
    return joint


def fill_only_values(submitted: Mapping[str, Any], faults: Sequence[Fault]) -> dict[str, Any]:
    """Return ``submitted`` with faulty values replaced where only one value is valid."""
    right: Any = dict(submitted)
    for fault in faults:
        if fault.only_value is not None:
            right = _set_value(right, fault.field, fault.only_value)
    return dict(right)


def _set_value(value: Any, path: str, right: str) -> Any:
    if not path:
        return right
    if isinstance(value, dict):
        for key, item in value.items():
            if (rest := strip_step(path, key)) is not None:
                return {**value, key: _set_value(item, rest, right)}
    if isinstance(value, list):
        for name, place in item_positions(value).items():
            if (rest := strip_step(path, name)) is not None:
                return [*value[:place], _set_value(value[place], rest, right), *value[place + 1 :]]
    return value


def join_values(base: Any, correction: Any, at_fault: Sequence[str] = ()) -> Any:
    """Return the value ``base`` with ``correction`` merged in; list items are matched by name.

    ``at_fault`` holds the paths of the faults in ``base``. The correction replaces a list that is
    faulty as a whole, or whose items cannot be matched.
    """
    if isinstance(base, dict) and isinstance(correction, dict):
        changed = {
            key: join_values(base[key], item, strip_steps(at_fault, key)) if key in base else item
            for key, item in correction.items()
        }
        return {**base, **changed}
    if not isinstance(base, list) or "" in at_fault:
        return correction
    if isinstance(correction, dict):
        return _join_by_name(base, correction, at_fault)
    return _join_lists(base, correction, at_fault) if isinstance(correction, list) else correction


def _join_by_name(
    base: Sequence[Any], correction: Mapping[str, Any], at_fault: Sequence[str]
) -> list[Any]:
    """Merge each correction into the list item that it names, or append it as a new item.

    If several items have the id of a correction, only the first of these items is kept.
    """
    known = item_positions(base)
    items = list(base)
    doubles: set[int] = set()
    for name, item in correction.items():
        same = [place for place, each in enumerate(base) if id_of(each) == name]
        doubles.update(same[1:])
        place = same[0] if same else known.get(name)
        if place is not None:
            items[place] = join_values(items[place], item, strip_steps(at_fault, name, str(place)))
        elif name == str(len(items)):
            items.append(item)
        elif name and isinstance(item, dict):
            items.append({**item, ID: name})
    return [item for place, item in enumerate(items) if place not in doubles]


def _join_lists(
    base: Sequence[Any], correction: Sequence[Any], at_fault: Sequence[str]
) -> Sequence[Any]:
    ids = [id_of(item) for item in correction]
    are_distinct = None not in ids and len(set(ids)) == len(ids)
    if are_distinct and any(id_of(item) is not None for item in base):
        with_ids = [item for item in base if id_of(item) is not None]
        return _join_by_name(with_ids, dict(zip(map(str, ids), correction, strict=True)), at_fault)
    if not all(isinstance(item, dict) for item in (*base, *correction)):
        return correction
    names = item_names(base)
    requested = [
        name for place, name in enumerate(names) if strip_steps(at_fault, name, str(place))
    ] + [path for path in at_fault if not strip_steps([path], *item_positions(base))]
    for targets in (names, tuple(requested)):
        if len(correction) == len(targets):
            return _join_by_name(base, dict(zip(targets, correction, strict=True)), at_fault)
    return correction


def _is_complete(value: Any, node: Schema, root: Schema) -> bool:
    return any(_fills_option(value, option, root) for option in alternatives(node, root))


def _fills_option(value: Any, node: Schema, root: Schema) -> bool:
    if isinstance(value, Mapping):
        parts = [(item, child(node, key, root)) for key, item in value.items()]
        filled = all(name in value for name in node.get("required", ()))
    elif isinstance(value, list):
        parts = [(item, child(node, index, root)) for index, item in enumerate(value)]
        filled = len(value) >= node.get("minItems", 0)
    else:
        return True
    return filled and all(part is None or _is_complete(item, part, root) for item, part in parts)


def _drop_unknown(value: Any, node: Schema | None, root: Schema, at_fault: Sequence[str]) -> Any:
    if node is None:
        return value
    if isinstance(value, dict):
        options = alternatives(node, root)
        fields = {name for option in options for name in option.get("properties", ())}
        is_open = any(option.get("additionalProperties") is not False for option in options)
        return {
            key: _drop_unknown(item, child(node, key, root), root, strip_steps(at_fault, key))
            for key, item in value.items()
            if key in fields or (is_open and "" not in strip_steps(at_fault, key))
        }
    if isinstance(value, list):
        return [
            _drop_unknown(
                item, child(node, place, root), root, strip_steps(at_fault, name, str(place))
            )
            for place, (name, item) in enumerate(zip(item_names(value), value, strict=True))
        ]
    return value


def _drop_invented(value: Any, node: Schema | None, root: Schema) -> Any:
    if node is None:
        return value
    if isinstance(value, dict):
        return {
            key: _drop_invented(item, child(node, key, root), root) for key, item in value.items()
        }
    if isinstance(value, list):
        part = child(node, 0, root) or {}
        ids = list_allowed_ids(part, root)
        return [
            _drop_invented(item, part, root)
            for item in value
            if not ids or id_of(item) is None or id_of(item) in ids
        ]
    return value


_SENTENCE = re.compile(
    r"[\u3002\uff01\uff1f]\u300d?|[.!?\u2026\u0964][\"'\u2019\u201d\u00bb)]*(?=\s)"
)
_TOO_LONG = frozenset({"string_too_long", "too_long"})
_SHARE_DIVISOR = 3  # The divisor of the limit below which a sentence end is too early to cut at


@frozen
class TruncatedAnswer:
    """An answer within all length limits; ``shortened`` holds the paths of the cut fields."""

    data: Mapping[str, Any]
    shortened: tuple[str, ...]


def truncate_answer(model: type[BaseModel], data: Mapping[str, Any]) -> TruncatedAnswer:
    """Return ``data`` with each text and list shortened to the maximum length in ``model``."""
    try:
        model.model_validate(dict(data))
    except ValidationError as error:
        cut: list[str] = []
        for details in error.errors(include_url=False):
            if details["type"] in _TOO_LONG:
                most = int(details["ctx"]["max_length"])
                data, path = _truncate_at(data, details["loc"], most, "")
                cut.append(path)
        return TruncatedAnswer(data, tuple(cut))
    return TruncatedAnswer(data, ())


def truncate_text(text: str, most: int) -> str:
    """Return the first sentences of ``text`` that fit in ``most`` characters.

    If these sentences are much shorter than ``most``, return the first words that fit instead.
    """
    text = text.strip()
    if len(text) <= most:
        return text
    head = text[:most]
    ends = [found.end() for found in _SENTENCE.finditer(text) if found.end() <= most]
    if ends and ends[-1] >= most // _SHARE_DIVISOR:
        return head[: ends[-1]]
    words = head if text[most].isspace() else head.rpartition(" ")[0] or head
    return words.rstrip(" ,;:-\u2013\u2014")


def _truncate_at(value: Any, loc: tuple[int | str, ...], most: int, path: str) -> tuple[Any, str]:
    if not loc:
        return (truncate_text(value, most) if isinstance(value, str) else value[:most]), path
    step, *rest = loc
    if isinstance(value, list):
        name = item_names(value)[int(step)]
        item, path = _truncate_at(value[int(step)], tuple(rest), most, join_path(path, name))
        return [*value[: int(step)], item, *value[int(step) + 1 :]], path
    if isinstance(value, Mapping) and step in value:
        item, path = _truncate_at(value[str(step)], tuple(rest), most, join_path(path, str(step)))
        return {**value, str(step): item}, path
    return value, path
