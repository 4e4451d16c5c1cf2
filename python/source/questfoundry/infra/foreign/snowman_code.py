"""Parse the supported part of Snowman's code: conditions, assignments and click handlers.

The names of variables include the prefix of the object that stores them, as in ``s.name``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from questfoundry.domain.story.foreign.expressions import (
    UNSET,
    Condition,
    Expression,
    Value,
    number_value,
)
from questfoundry.infra.foreign.expressions import Language, parse_condition, parse_expression
from questfoundry.infra.foreign.functions import MATH, build_increment
from questfoundry.infra.foreign.list_code import parse_list_call

TEXT = r"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|`(?:[^`\\]|\\.)*+`"
_MAX_NAMES = 8
_NAME = r"s(?:\.[A-Za-z_]\w*)+"
_STATE = re.compile(r"(?<![\w.$])(?:window\.)?story\.state(?=\s*[.\[])")
_ALIAS = re.compile(r"\b(?:var|let|const)\s+(\w+)\s*=\s*(?:window\.)?story\.state\s*;")
_CONTAINS = re.compile(rf"(?<![\w$])_\.(?:contains|includes)\(\s*({_NAME})\s*,")
_HAS_INDEX = re.compile(
    rf"({_NAME})\.indexOf\(\s*({TEXT}|\d+)\s*\)\s*"
    r"(?P<sign>>=\s*0|>\s*-\s*1|!==?\s*-\s*1|===?\s*-\s*1|<\s*0)"
)
_SETTER = re.compile(
    rf"(?P<name>{_NAME})\s*(?:(?P<sign>=(?!=)|\+=|-=)\s*(?P<value>.+)|(?P<step>\+\+|--))", re.DOTALL
)
_STEP_BEFORE = re.compile(rf"(?P<step>\+\+|--)\s*(?P<name>{_NAME})")
_DELETED = re.compile(rf"delete\s+(?P<name>{_NAME})")

_CLICKED = re.compile(r"\.click\(|\.on\(\s*['\"]click")
_SHOWING = re.compile(
    r"(?:event\.)?(?:stopPropagation|preventDefault)\(\)|return false"
    r"|(?:window\.)?story\.show\(this\.dataset\.passage\)"
)
_LATER = re.compile(r"setTimeout|setInterval|requestAnimation|Promise|await|ajax|document|window")
_SET_TO = re.compile(rf"(?<![\w$.])({_NAME})\s*=(?!=)\s*([^;,{{}}\n]+)")

# An expression is output only if it has no assignment and calls pure functions only.
_CALL = re.compile(r"[\w$\])]\s*\(")
_COMPUTES = re.compile(
    r"(?:(?<![\w$])_\.(?:size|contains|includes|random|sample|capitalize)|\bMath\.\w+"
    r"|\.(?:toFixed|toUpperCase|toLowerCase|toString|trim|join|includes|indexOf))\("
)
_CHANGES = re.compile(r"(?<![=!<>])=(?!=)|\+\+|--|=>")

LANGUAGE = Language(functions=MATH, is_bare_variable=lambda name: name.startswith("s."))


def normalise_state_name(code: str) -> str:
    """Return ``code`` with ``s`` as the only name of the object that holds the variables."""
    names = dict.fromkeys(_ALIAS.findall(code))
    if 0 < len(names) <= _MAX_NAMES:
        other = re.compile(rf"(?<![\w.$])(?:{'|'.join(names)})(?=\s*\.)")
        code = other.sub("s", _ALIAS.sub("", code))
    return _STATE.sub("s", code)


def read_condition(code: str) -> Condition:
    """Return the condition in ``code``, or an ``UnknownCondition`` if it is not understood."""
    code = _HAS_INDEX.sub(_rewrite_index_test, _CONTAINS.sub(r"\1.includes(", code))
    return parse_condition(code, LANGUAGE)


def read_settings(code: str) -> Mapping[str, Expression | None] | None:
    """Return the values that the statement ``code`` sets, or ``None`` if it is no assignment.

    ``None`` as a variable's value is an unknown value.
    """
    if found := _DELETED.fullmatch(code):
        return {found["name"]: UNSET}
    if found := _STEP_BEFORE.fullmatch(code):
        return {found["name"]: build_increment(found["name"], number_value(1), found["step"])}
    if found := _SETTER.fullmatch(code):
        if found["step"]:
            return {found["name"]: build_increment(found["name"], number_value(1), found["step"])}
        if not is_output_only(found["value"]):
            return None
        value = parse_expression(found["value"], LANGUAGE)
        if found["sign"] != "=":
            value = build_increment(found["name"], value, found["sign"])
        return {found["name"]: value}
    return parse_list_call(code, LANGUAGE)


def read_click_settings(code: str) -> Mapping[str, Value]:
    """Return the variables that click handlers may set, with their values.

    The result is empty if part of a handler is not understood.
    """
    if not _CLICKED.search(code) or _LATER.search(code):
        return {}
    assignments = _SET_TO.findall(code)
    values = {name: parse_expression(value, LANGUAGE) for name, value in assignments}
    known = {name: each for name, each in values.items() if isinstance(each, Value)}
    once = (
        all(code.count(name) == 1 for name in values) if len(assignments) <= _MAX_NAMES else False
    )
    return known if once and len(known) == len(assignments) else {}


def read_handler_settings(code: str) -> Mapping[str, Expression] | None:
    """Return the variables that a click handler sets before it shows the passage of its link.

    The result is ``None`` if part of the handler is not understood.
    """
    found: dict[str, Expression] = {}
    for statement in filter(None, map(str.strip, normalise_state_name(code).split(";"))):
        if _SHOWING.fullmatch(statement):
            continue
        settings = read_settings(statement) or {}
        known = {name: each for name, each in settings.items() if each is not None}
        if not known or known.keys() != settings.keys() or known.keys() & found.keys():
            return None
        found |= known
    return found


def is_output_only(code: str) -> bool:
    """Return whether ``code`` clearly changes no variable and leads to no other passage."""
    bare = re.sub(TEXT, '""', code)
    joined = "".join(found[0][1:-1] for found in re.finditer(TEXT, code))
    if (
        "[[" in code
        or "[[" in joined
        or "<" in re.sub(r"<=?\s", "", code)
        or re.search(r"\bstory\b", bare)
        or "`" in code
    ):
        return False
    return not _CALL.search(_COMPUTES.sub("!(", bare)) and not _CHANGES.search(bare)


def _rewrite_index_test(found: re.Match[str]) -> str:
    no = found["sign"].startswith(("=", "<"))
    return f"{'!' if no else ''}{found[1]}.includes({found[2]})"
