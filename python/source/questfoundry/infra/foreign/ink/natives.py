"""Apply ink's operators and list functions to symbolic values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from questfoundry.domain.story.foreign.code_parts import find_number
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Compare,
    Comparison,
    Condition,
    Either,
    Expression,
    Kind,
    Value,
    negate,
    number_value,
    text_value,
)
from questfoundry.infra.foreign.ink.symbolic_values import (
    ARROW,
    MAX_ITEMS,
    NEVER,
    InkList,
    InkText,
    InkValue,
    Pointer,
    Void,
    add_number,
    all_of,
    any_of,
    build_list,
    convert_to_expression,
    is_large,
    make_unknown,
    number_from_condition,
    select_condition,
    truth_of,
)

_UNARY = {"_", "!", "FLOOR", "CEILING", "INT", "FLOAT"}
_UNARY |= {f"LIST_{name}" for name in ("MIN", "MAX", "ALL", "COUNT", "VALUE", "INVERT")}
_BINARY = {"+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "MIN", "MAX"}
_BINARY |= {"POW", "?", "!?", "L^"}

OPERATORS = {**dict.fromkeys(_UNARY, 1), **dict.fromkeys(_BINARY, 2)}
"""The number of operands of each operator."""


def apply_operator(
    operator: str, operands: Sequence[InkValue], items: Mapping[str, int]
) -> InkValue:
    """Return the result of ink's ``operator``; ``items`` maps all list items to their numbers."""
    if operator in ("!", "&&", "||"):
        found = _apply_logic(
            operator, [truth_of(each, items) for each in _limit_lists(operands, items)]
        )
    elif any(isinstance(each, InkList) for each in operands):
        return _apply_to_lists(operator, operands, items)
    elif any(isinstance(each, Void | Pointer) for each in operands):
        return make_unknown(f"a calculation with {operator}")
    elif operator in _COMPARISONS:
        found = compare(
            operator, convert_to_expression(operands[0]), convert_to_expression(operands[1])
        )
    else:
        return _apply_to_numbers(operator, [convert_to_expression(each) for each in operands])
    return make_unknown("a long condition") if is_large(found) else number_from_condition(found)


def _limit_lists(operands: Sequence[InkValue], items: Mapping[str, int]) -> Sequence[InkValue]:
    if len(items) <= MAX_ITEMS:
        return operands
    return [
        make_unknown("a list") if isinstance(each, InkList) and each.items is None else each
        for each in operands
    ]


def _apply_logic(operator: str, operands: Sequence[Condition]) -> Condition:
    if operator == "!":
        return negate(operands[0])
    return all_of(*operands) if operator == "&&" else any_of(*operands)


_COMPARISONS = {"==", "!=", "<", ">", "<=", ">="}
_NEGATIONS = {"!=": "==", ">=": "<", "<=": ">"}


def compare(operator: str, one: Expression, other: Expression) -> Condition:
    """Return the condition that comparing ``one`` with ``other`` by ``operator`` gives true."""
    if operator in _NEGATIONS:
        return negate(compare(_NEGATIONS[operator], one, other))
    for left, right in ((one, other), (other, one)):
        if isinstance(left, Either) and isinstance(right, Value):
            yes, no = (
                compare(operator, each, right) if left is one else compare(operator, right, each)
                for each in (left.yes, left.no)
            )
            return select_condition(left.condition, yes, no)
    how = {"==": Comparison.SAME, "<": Comparison.LESS, ">": Comparison.MORE}[operator]
    first, second = find_number(one), find_number(other)
    if isinstance(one, Value) and isinstance(other, Value):
        if one.kind is not other.kind:
            return Compare(how, one, make_unknown("a comparison of a number with a text"))
        if operator == "==":
            return ALWAYS if one.content == other.content else NEVER
    if first is not None and second is not None:
        return ALWAYS if (first < second if operator == "<" else first > second) else NEVER
    return Compare(how, one, other)


_MAX_NUMBER = 2**31
_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one // other,
    "%": lambda one, other: one % other,
    "MIN": min,
    "MAX": max,
}


def _apply_to_numbers(operator: str, operands: Sequence[Expression]) -> Expression:
    odd = make_unknown(f"a calculation with {operator}")
    one, other = operands[0], operands[-1]
    left, right = find_number(one), find_number(other)
    if operator in ("INT", "FLOOR", "CEILING"):
        return one
    if operator == "_" and left is not None:
        return number_value(-left)
    if operator not in _ARITHMETIC:
        return odd
    if left is not None and right is not None:
        return _calculate(operator, left, right) or odd
    if isinstance(one, Value) and isinstance(other, Value):
        arrows = any(str(each.content).startswith(ARROW) for each in (one, other))
        joins = operator == "+" and not arrows
        return text_value(f"{one.content}{other.content}") if joins else odd
    if operator in ("+", "-") and right is not None:
        return add_number(one, right if operator == "+" else -right)
    if operator == "+" and left is not None:
        return add_number(other, left)
    if operator in ("MIN", "MAX") and (left, right) != (None, None):
        return Either(compare("<" if operator == "MIN" else ">", one, other), one, other)
    return odd


def _calculate(operator: str, one: int, other: int) -> Value | None:
    if operator in ("/", "%") and (one < 0 or other <= 0):
        return None
    found = _ARITHMETIC[operator](one, other)
    return number_value(found) if abs(found) < _MAX_NUMBER else None


def _apply_to_lists(  # noqa: C901  a case for each operator
    operator: str, operands: Sequence[InkValue], items: Mapping[str, int]
) -> InkValue:
    odd = make_unknown(f"a list with {operator}")
    one, other = operands[0], operands[-1]
    if len(operands) == 1:
        return _apply_to_list(operator, one, items) if isinstance(one, InkList) else odd
    if isinstance(one, InkList) and isinstance(other, Value) and operator in ("+", "-"):
        by = int(other.content) if other.kind is Kind.NUMBER else 0
        return _shift_items(one, by if operator == "+" else -by, items) if by else odd
    if not isinstance(one, InkList) or not isinstance(other, InkList):
        return odd
    certain = other.items
    if operator in ("?", "!?"):
        if certain is None:
            return odd
        found = all_of(*map(one.has, sorted(certain))) if certain else NEVER
        return number_from_condition(found if operator == "?" else negate(found))
    if operator == "L^" and (certain is not None or one.items is not None):
        candidates = certain if certain is not None else one.items or ()
        return InkList(
            {each: all_of(one.has(each), other.has(each)) for each in sorted(candidates)}
        )
    if operator in ("+", "-") and certain is not None:
        now = ALWAYS if operator == "+" else NEVER
        return InkList({**one.known, **dict.fromkeys(sorted(certain), now)}, one.base)
    if operator == "+" and one.items is not None:
        return _apply_to_lists("+", (other, one), items)
    if operator in _COMPARISONS and len(items) <= MAX_ITEMS:
        comparison = _compare_lists(operator, one, other, items)
        if comparison is not None and is_large(comparison):
            return make_unknown("long lists")
        return odd if comparison is None else number_from_condition(comparison)
    return odd


def _compare_lists(
    operator: str, one: InkList, other: InkList, items: Mapping[str, int]
) -> Condition | None:
    if operator == "!=":
        same = _compare_lists("==", one, other, items)
        return negate(same) if same is not None else None
    if operator == "==":
        return all_of(
            *(
                select_condition(other.has(each), one.has(each), negate(one.has(each)))
                for each in items
            )
        )
    certain = other.items
    if certain is None and one.items is not None:
        turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}[operator]
        return _compare_lists(turned, other, one, items)
    if certain is None or len(certain) != 1:
        return None
    limit = items.get(next(iter(certain)))
    if limit is None:
        return None

    sides: dict[int, list[Condition]] = {-1: [], 0: [], 1: []}
    for item, value in items.items():
        sides[(value > limit) - (value < limit)].append(one.has(item))
    below, there, above = (any_of(*each) if each else NEVER for each in sides.values())
    match operator:
        case "<":
            # An empty list is less than any other list.
            return all_of(negate(there), negate(above))
        case ">":
            return all_of(above, negate(there), negate(below))
        case "<=":
            return negate(above)
        case _:
            return all_of(any_of(above, there), negate(below))


def _apply_to_list(operator: str, one: InkList, items: Mapping[str, int]) -> InkValue:
    odd, certain = make_unknown(operator), one.items
    if operator == "LIST_VALUE" and len(items) <= MAX_ITEMS:
        found: Expression = number_value(0)
        for item in sorted(items, key=items.__getitem__):
            has = one.has(item)
            if has == ALWAYS:
                found = number_value(items[item])
            elif has != NEVER:
                found = Either(has, number_value(items[item]), found)
        return odd if is_large(found) else found
    if certain is None:
        return odd
    known = sorted((each for each in certain if each in items), key=items.__getitem__)
    match operator:
        case "LIST_COUNT":
            return number_value(len(certain))
        case "LIST_MIN":
            return build_list(known[:1])
        case "LIST_MAX":
            return build_list(known[-1:])
        case "LIST_ALL" if known:
            return build_list(each for each in items if _origin(each) in {*map(_origin, known)})
        case _:
            return odd


def _origin(item: str) -> str:
    return item.partition(".")[0]


def _shift_items(one: InkList, by: int, items: Mapping[str, int]) -> InkValue:
    if len(items) > MAX_ITEMS:
        return make_unknown("a long list")
    by_value = {(_origin(item), value): item for item, value in items.items()}
    known = {}
    for item, value in items.items():
        before = by_value.get((_origin(item), value - by))
        known[item] = one.has(before) if before else NEVER
    return InkList(known)


def text_of(value: InkValue) -> InkText:
    """Return the text that ink shows for ``value``; ``…`` replaces a text computed during play."""
    match value:
        case InkText():
            return value
        case Value(Kind.NUMBER | Kind.TEXT, of):
            return InkText(str(of))
        case Void():
            return InkText("")
        case _:
            return InkText("…", is_complete=False)
