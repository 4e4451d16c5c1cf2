"""Parse the supported part of Harlowe's code: conditions, ``(set:)`` and ``(put:)``.

Harlowe interprets ``$a is 1 or 2``, ``not $a is 1`` and ``$a and $b or $c`` by special rules. Such
code is treated as not understood.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    TRUE,
    Compare,
    Comparison,
    Condition,
    Either,
    Expression,
    Kind,
    UnknownCondition,
    Value,
    Variable,
)
from questfoundry.infra.foreign.expressions import Language, parse_condition, parse_expression
from questfoundry.infra.foreign.functions import (
    CHANCE,
    NotModelledError,
    build_list,
    compute_maximum,
    compute_minimum,
)
from questfoundry.infra.foreign.list_code import merge_list_changes, parse_list_join
from questfoundry.infra.foreign.sugarcube_code import split_statements, visit_counter_of

STRING = r"\"(?:[^\"\\]|\\.){0,2000}+\"|(?<!\w)'(?:[^'\\]|\\.){0,2000}+'"

_STRINGS = re.compile(f"({STRING})")
_VISITED = re.compile(rf"\(\s*visited:\s*({STRING})\s*\)")
_CONTAINS = re.compile(rf"\(\s*history:\s*\)\s+contains\s+({STRING})")
_IN_HISTORY = re.compile(rf"({STRING})\s+is\s+(not\s+)?in\s+\(\s*history:\s*\)")
_POSSESSIVE = re.compile(r"([$_]\w+(?:\.\w+)*)'s\s+(?=[A-Za-z_])")
_IS_NOT = re.compile(r"\bis not\b(?!\s+(?:in|a)\b)")
_COMPARED = re.compile(r"\bis(?:not)?\b|[<>]")
_OWN_READING = re.compile(
    r"\b(?:and|or)\s+(?:\"\"|\d+|[$_][\w.]+)\s*(?:$|\)|and\b|or\b)"  # follows a comparison
    r"|\bnot\s+[^()]*?(?:\bis\b|[<>])"
)
# Operators of other languages: Harlowe shows an error, followed by the hook's text.
_NO_SIGNS = re.compile(r"[!=]=|!|&&|\|\|")
_ONE_WORD = re.compile(r"\bisnot\b")
_TO = re.compile(r"\s*([$_][A-Za-z_][\w.]*)\s+to\s+(.+)", re.DOTALL)
_INTO = re.compile(r"\s*(.+)\s+into\s+([$_][A-Za-z_][\w.]*)\s*", re.DOTALL)
_IT = re.compile(r"\bit\b", re.IGNORECASE)
_MACRO = re.compile(r"\(\s*(min|max|a|array|random|either)\s*:", re.IGNORECASE)
_HAS = re.compile(rf"([$_]\w+(?:\.\w+)*)\s+contains\s+({STRING}|\d+)")
_IS_IN = re.compile(rf"({STRING}|\d+)\s+is\s+(not\s+)?in\s+([$_]\w+(?:\.\w+)*)")


def read_condition(code: str, passage: str) -> Condition:
    """Return the condition in ``code`` of ``passage``.

    The result is an ``UnknownCondition`` if ``code`` is not understood.
    """
    plain, unknown = _normalise(code), UnknownCondition(" ".join(code.split()))
    bare = "".join('""' if each[:1] in "\"'" and each else each for each in _STRINGS.split(plain))
    mixed = re.search(r"\band\b", bare) and re.search(r"\bor\b", bare)
    own_reading = _COMPARED.search(bare) and _OWN_READING.search(bare)
    if _NO_SIGNS.search(bare) or _ONE_WORD.search(code) or mixed or own_reading:
        return unknown
    found = parse_condition(plain, _language(passage))
    return unknown if isinstance(found, UnknownCondition) else found


def read_settings(code: str, passage: str) -> Mapping[str, Expression | None]:
    """Return the value that ``code`` assigns to each variable, or ``None`` for an unknown value.

    The result is empty if ``code`` is not a sequence of assignments.
    """
    found: dict[str, Expression | None] = {}
    for part in split_statements(_normalise(code)):
        if setter := _TO.fullmatch(part):
            name, value = setter[1], setter[2]
        elif setter := _INTO.fullmatch(part):
            name, value = setter[2], setter[1]
        else:
            return {}
        value = "".join(
            each if each[:1] in "\"'" else _IT.sub(lambda _, own=name: own, each)
            for each in _STRINGS.split(value)
        )
        language = _language(passage)
        if joined := parse_list_join(name, value, language):
            found |= merge_list_changes(found.keys(), joined)
        else:
            found[name] = None if name in found else parse_expression(value, language)
    return found


def _normalise(code: str) -> str:
    code = _VISITED.sub(r"hasVisited(\1)", code)
    code = _CONTAINS.sub(r"hasVisited(\1)", code)
    code = _IN_HISTORY.sub(
        lambda found: f"{'not ' if found[2] else ''}hasVisited({found[1]})", code
    )
    code = _POSSESSIVE.sub(r"\1.", code)
    code = _HAS.sub(r"\1.has(\2)", code)
    code = _IS_IN.sub(lambda found: f"{'not ' if found[2] else ''}{found[3]}.has({found[1]})", code)
    return "".join(
        each
        if each[:1] in "\"'"
        else _MACRO.sub(lambda macro: f"{macro[1].lower()}(", _IS_NOT.sub("isnot", each))
        for each in _STRINGS.split(code)
    )


def _language(passage: str) -> Language:
    def has_visited(arguments: tuple[Expression, ...]) -> Expression:
        match arguments:
            case (Value(Kind.TEXT, name),) if name != passage:
                count = Variable(visit_counter_of(str(name)))
                return Either(Compare(Comparison.MORE, count, Value(Kind.NUMBER, 0)), TRUE, FALSE)
            case _:
                # Versions of Harlowe differ on whether the current visit counts.
                raise NotModelledError

    return Language(
        grammar="harlowe",
        functions={
            "hasVisited": has_visited,
            "min": compute_minimum,
            "max": compute_maximum,
            "a": build_list,
            "array": build_list,
            **CHANCE,
        },
        is_strict=True,
        constants=dict.fromkeys(("visit", "visits"), Variable(visit_counter_of(passage))),
    )
