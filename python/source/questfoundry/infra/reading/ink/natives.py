"""What ink's operators and list functions come to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Compare,
    Comparison,
    Condition,
    Either,
    Expression,
    Kind,
    Value,
    negated,
    number,
    text,
)
from questfoundry.infra.reading.ink.symbolic_values import (
    ARROW,
    MOST_ITEMS,
    NEVER,
    Held,
    InkText,
    Listed,
    Pointer,
    Void,
    any_of,
    chosen,
    expression,
    is_large,
    is_true,
    joined,
    listed,
    mapped,
    of_truth,
    unknown,
)

_ONE = {"_", "!", "FLOOR", "CEILING", "INT", "FLOAT"}
_ONE |= {f"LIST_{name}" for name in ("MIN", "MAX", "ALL", "COUNT", "VALUE", "INVERT")}
_TWO = {"+", "-", "*", "/", "%", "==", "!=", "<", ">", "<=", ">=", "&&", "||", "MIN", "MAX", "POW"}
_TWO |= {"?", "!?", "L^"}

OPERATORS = {**dict.fromkeys(_ONE, 1), **dict.fromkeys(_TWO, 2)}
"""How many values each of them takes."""


def applied(operator: str, given: Sequence[Held], items: Mapping[str, int]) -> Held:
    """What the operator gives; ``items`` are those of all lists, with their values."""
    if operator in ("!", "&&", "||"):
        found = _logic(operator, [is_true(each, items) for each in _few(given, items)])
    elif any(isinstance(each, Listed) for each in given):
        return _of_lists(operator, given, items)
    elif any(isinstance(each, Void | Pointer) for each in given):
        return unknown(f"a calculation with {operator}")
    elif operator in _COMPARED:
        found = compared(operator, expression(given[0]), expression(given[1]))
    else:
        return _of_numbers(operator, [expression(each) for each in given])
    return unknown("a long condition") if is_large(found) else of_truth(found)


def _few(given: Sequence[Held], items: Mapping[str, int]) -> Sequence[Held]:
    if len(items) <= MOST_ITEMS:
        return given
    return [
        unknown("a list") if isinstance(each, Listed) and each.items is None else each
        for each in given
    ]


def _logic(operator: str, given: Sequence[Condition]) -> Condition:
    if operator == "!":
        return negated(given[0])
    return joined(*given) if operator == "&&" else any_of(*given)


_COMPARED = {"==", "!=", "<", ">", "<=", ">="}
_CONTRARY = {"!=": "==", ">=": "<", "<=": ">"}


def compared(operator: str, one: Expression, other: Expression) -> Condition:
    """Whether they compare so."""
    if operator in _CONTRARY:
        return negated(compared(_CONTRARY[operator], one, other))
    for left, right in ((one, other), (other, one)):
        if isinstance(left, Either) and isinstance(right, Value):
            yes, no = (
                compared(operator, each, right) if left is one else compared(operator, right, each)
                for each in (left.yes, left.no)
            )
            return chosen(left.condition, yes, no)
    how = {"==": Comparison.SAME, "<": Comparison.LESS, ">": Comparison.MORE}[operator]
    if isinstance(one, Value) and isinstance(other, Value):
        if one.kind is not other.kind:
            return Compare(how, one, unknown("a comparison of a number with a text"))
        if one.kind is Kind.NUMBER or operator == "==":
            found = {"==": one.of == other.of}.get(operator)
            if found is None:
                found = (
                    int(one.of) < int(other.of) if operator == "<" else int(one.of) > int(other.of)
                )
            return ALWAYS if found else NEVER
    return Compare(how, one, other)


_MOST_DIGITS = 2**31
_PLAIN: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one // other,
    "%": lambda one, other: one % other,
    "MIN": min,
    "MAX": max,
}


def _of_numbers(operator: str, given: Sequence[Expression]) -> Expression:
    odd = unknown(f"a calculation with {operator}")
    one, other = given[0], given[-1]
    if operator in ("INT", "FLOOR", "CEILING"):
        return one
    if len(given) == 1 or operator not in _PLAIN:
        plain = operator == "_" and isinstance(one, Value) and one.kind is Kind.NUMBER
        return number(-int(one.of)) if plain and isinstance(one, Value) else odd
    if isinstance(one, Value) and isinstance(other, Value):
        if one.kind is Kind.NUMBER and other.kind is Kind.NUMBER:
            left, right = int(one.of), int(other.of)
            if operator in ("/", "%") and (left < 0 or right <= 0):
                return odd
            found = _PLAIN[operator](left, right)
            return number(found) if abs(found) < _MOST_DIGITS else odd
        arrows = any(str(each.of).startswith(ARROW) for each in (one, other))
        return text(f"{one.of}{other.of}") if operator == "+" and not arrows else odd
    if operator == "+" and isinstance(other, Value) and other.kind is Kind.NUMBER:
        return mapped(one, int(other.of))
    if operator == "+" and isinstance(one, Value) and one.kind is Kind.NUMBER:
        return mapped(other, int(one.of))
    if operator == "-" and isinstance(other, Value) and other.kind is Kind.NUMBER:
        return mapped(one, -int(other.of))
    if operator in ("MIN", "MAX") and Kind.NUMBER in _kinds(given):
        first_wins = compared("<" if operator == "MIN" else ">", one, other)
        return Either(first_wins, one, other)
    return odd


def _kinds(given: Sequence[Expression]) -> set[Kind]:
    return {each.kind for each in given if isinstance(each, Value)}


def _of_lists(operator: str, given: Sequence[Held], items: Mapping[str, int]) -> Held:  # noqa: C901
    odd = unknown(f"a list with {operator}")
    one, other = given[0], given[-1]
    if len(given) == 1:
        return _of_list(operator, one, items) if isinstance(one, Listed) else odd
    if isinstance(one, Listed) and isinstance(other, Value) and operator in ("+", "-"):
        by = int(other.of) if other.kind is Kind.NUMBER else 0
        return _moved(one, by if operator == "+" else -by, items) if by else odd
    if not isinstance(one, Listed) or not isinstance(other, Listed):
        return odd
    certain = other.items
    if operator in ("?", "!?"):
        if certain is None:
            return odd
        found = joined(*map(one.has, sorted(certain))) if certain else NEVER
        return of_truth(found if operator == "?" else negated(found))
    if operator == "L^" and (certain is not None or one.items is not None):
        kept = certain if certain is not None else one.items or ()
        return Listed({each: joined(one.has(each), other.has(each)) for each in sorted(kept)})
    if operator in ("+", "-") and certain is not None:
        now = ALWAYS if operator == "+" else NEVER
        return Listed({**one.known, **dict.fromkeys(sorted(certain), now)}, one.base)
    if operator == "+" and one.items is not None:
        return _of_lists("+", (other, one), items)
    if operator in _COMPARED and len(items) <= MOST_ITEMS:
        compared = _lists_compared(operator, one, other, items)
        if compared is not None:
            return unknown("long lists") if is_large(compared) else of_truth(compared)
    return odd


def _lists_compared(
    operator: str, one: Listed, other: Listed, items: Mapping[str, int]
) -> Condition | None:
    if operator == "!=":
        same = _lists_compared("==", one, other, items)
        return negated(same) if same is not None else None
    if operator == "==":
        return joined(
            *(chosen(other.has(each), one.has(each), negated(one.has(each))) for each in items)
        )
    certain = other.items
    if certain is None and one.items is not None:
        turned = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}[operator]
        return _lists_compared(turned, other, one, items)
    if certain is None or len(certain) != 1:
        return None
    limit = items.get(next(iter(certain)))
    if limit is None:
        return None

    def some(*values: bool) -> Condition:
        found = [one.has(each) for each, asked in zip(items, values, strict=True) if asked]
        return any_of(*found) if found else NEVER

    below = some(*(value < limit for value in items.values()))
    above = some(*(value > limit for value in items.values()))
    there = some(*(value == limit for value in items.values()))
    match operator:
        case "<":
            # A list that holds nothing is less than any other.
            return joined(negated(there), negated(above))
        case ">":
            return joined(above, negated(there), negated(below))
        case "<=":
            return negated(above)
        case _:
            return joined(any_of(above, there), negated(below))


def _of_list(operator: str, one: Listed, items: Mapping[str, int]) -> Held:
    odd, certain = unknown(operator), one.items
    if operator == "LIST_VALUE" and len(items) <= MOST_ITEMS:
        found: Expression = number(0)
        for item in sorted(items, key=items.__getitem__):
            has = one.has(item)
            if has == ALWAYS:
                found = number(items[item])
            elif has != NEVER:
                found = Either(has, number(items[item]), found)
        return odd if is_large(found) else found
    if certain is None:
        return odd
    known = sorted((each for each in certain if each in items), key=items.__getitem__)
    match operator:
        case "LIST_COUNT":
            return number(len(certain))
        case "LIST_MIN":
            return listed(known[:1])
        case "LIST_MAX":
            return listed(known[-1:])
        case "LIST_ALL" if known:
            return listed(each for each in items if _origin(each) in {*map(_origin, known)})
        case _:
            return odd


def _origin(item: str) -> str:
    return item.partition(".")[0]


def _moved(one: Listed, by: int, items: Mapping[str, int]) -> Held:
    """Each item becomes that of its list whose value is so much more."""
    if len(items) > MOST_ITEMS:
        return unknown("a long list")
    by_value = {(_origin(item), value): item for item, value in items.items()}
    known = {}
    for item, value in items.items():
        before = by_value.get((_origin(item), value - by))
        known[item] = one.has(before) if before else NEVER
    return Listed(known)


def words_of(held: Held) -> InkText:
    """What is shown of it within a text."""
    match held:
        case InkText():
            return held
        case Value(Kind.NUMBER | Kind.TEXT, of):
            return InkText(str(of))
        case Void():
            return InkText("")
        case _:
            return InkText("…", whole=False)
