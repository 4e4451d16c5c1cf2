"""Parse the supported part of SugarCube's code: conditions, assignments and strings."""

import json
import re
from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import suppress

from questfoundry.domain.story.foreign.code_parts import is_length
from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    TRUE,
    Compare,
    Comparison,
    Condition,
    Either,
    Expression,
    Kind,
    Value,
    Variable,
    number_value,
    text_value,
)
from questfoundry.infra.foreign.expressions import Language, parse_condition, parse_expression
from questfoundry.infra.foreign.functions import CHANCE, MATH, NotModelledError, build_increment
from questfoundry.infra.foreign.list_code import merge_list_changes, parse_list_call

QUOTED = "|".join(rf"{q}(?:[^{q}\\<]|\\.|<(?!<))*+{q}" for q in "\"'`")
"""A pattern for a quoted string."""

ARGUMENT = re.compile(
    rf"{QUOTED}|\[\[[^\n\]]*\]\]+|\S+", re.DOTALL
)  # a pattern for one argument of a macro
NAME = re.compile(r"[$_][A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*")
"""A pattern for a variable or a property of a variable."""

_SETTER = re.compile(
    r"\s*(?P<name>[$_][A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*"
    r"(?:(?P<sign>\bto\b|=(?!=)|\+=|-=)\s*(?P<value>.+)|(?P<step>\+\+|--))",
    re.DOTALL,
)
_PARTS = re.compile(
    r"(\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|[^\"',;{}()\[\]]|[\"'])|([,;])|([{}()\[\]])"
)
_VARIABLE = re.compile(
    r"(?:(?<![\w$])([$_])|\bvariables(?:\(\))?\.)([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(\s*\()?"
)
_STATE_SET = re.compile(r"\bstate\.set\(\s*['\"]([\w.]+)['\"]")
_REMEMBERED = re.compile(
    r"(?<![\w$.])(?:s|(?:window\.)?story\.state)\.([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)(\s*\()?"
)
_ALL_REMEMBERED = re.compile(
    r"(?<![\w$.])(?:s\s*[\[,)]|(?:window\.)?story\.state\b(?!\s*\.\s*[A-Za-z_]))"
)
_ALIAS = re.compile(r"\bvariables\b(?:\(\))?(?!\s*(?:\(\))?\.\s*[A-Za-z_])")
_PROPERTY = re.compile(r"[.\[]\s*['\"]?([A-Za-z_]\w*)")
# Words with which a script can access variables, navigation or the shown text.
_TOUCHING = re.compile(
    r"\b(?:[Ss]tate|variables?|temporary|[Ss]tory|Engine|Config|Macro|macros|Wikifier|Template|Setting|settings|"
    r"[Hh]arlowe|passages?|data-passage|wiki|[Gg]o-?[Tt]o|eval|Function|import|prehistory|pre\w+|post\w+"
    r"|Save|Dialog|UI|s)\b|\bgo\(|tw-link|\[\[|\bsetup\b"
)
_SETTING_UP = re.compile(
    r"\bConfig\.(?:history|ui|saves|debug|audio|loadDelay|passages\.(?:nobr|transitionOut|displayTitles))\b"
)
_ESCAPED = re.compile(r"\\(.)")
_WORD = re.compile(r"[A-Za-z][\w-]*")
_PURE = re.compile(r"(?<![\w.$])(?!(?:random|randomFloat|either|visited|hasVisited)\()[\w.$]+\s*\(")
# Calls of functions that may have any effect: all but methods and known pure functions.
_ANYTHING = re.compile(
    r"(?<![\w.$])(?!(?:Math|Number|String|Array|Object|JSON|Date|Boolean|Set|Map|parseInt|parseFloat"
    r"|isNaN|clone|random|randomFloat|either|visited|hasVisited|lastVisited|visitedTags|previous"
    r"|passage|tags|turns|time|memorize|recall|forget|if|and|or|not|is|to)\b)[A-Za-z_][\w.]*\s*\("
)

ALL_REMEMBERED = "s"  # Snowman's state object; all its variables are properties of this object
VISITS_PREFIX = "visits of "  # the prefix of variables that count the visits of a passage


def visit_counter_of(passage: str) -> str:
    """Return the name of the variable that counts the visits of ``passage``."""
    return f"{VISITS_PREFIX}{passage!r}"


def enclosing_names(name: str) -> Iterator[str]:
    """Yield the names of the objects around a property: ``a`` and ``a.b`` for ``a.b.c``."""
    steps = name.split(".")
    return (".".join(steps[:count]) for count in range(1, len(steps)))


def language_of(passage: str) -> Language:
    """Return the notation of SugarCube's code in ``passage``.

    Functions without arguments, such as ``visited()``, are about this passage.
    """

    def visited(arguments: tuple[Expression, ...]) -> Expression:
        match arguments:
            case ():
                return Variable(visit_counter_of(passage))
            case (Value(Kind.TEXT, name),):
                return Variable(visit_counter_of(str(name)))
            case _:
                raise NotModelledError

    def passage_name(arguments: tuple[Expression, ...]) -> Expression:
        if arguments:
            raise NotModelledError
        return text_value(passage)

    def has_visited(arguments: tuple[Expression, ...]) -> Expression:
        if not arguments:
            raise NotModelledError
        return Either(
            Compare(Comparison.MORE, visited(arguments), Value(Kind.NUMBER, 0)), TRUE, FALSE
        )

    return Language(
        grammar="sugarcube",
        functions={
            "visited": visited,
            "hasVisited": has_visited,
            "passage": passage_name,
            **CHANCE,
            **MATH,
        },
    )


def read_condition(code: str, passage: str) -> Condition:
    """Return the condition in ``code`` of ``passage``.

    The result is an ``UnknownCondition`` if ``code`` is not understood.
    """
    return parse_condition(code, language_of(passage))


def read_settings(code: str, passage: str) -> Mapping[str, Expression] | None:
    """Return the value that ``code`` assigns to each variable, in terms of the values before it.

    The result is ``None`` if ``code`` does anything else or sets a variable twice.
    """
    found: dict[str, Expression] = {}
    for part in split_statements(code):
        setter = _SETTER.fullmatch(part.strip())
        if not setter:
            changed = parse_list_call(part, language_of(passage))
            if changed is None:
                return None
            if not all(map(is_length, found.keys() & changed.keys())):
                return None
            found |= merge_list_changes(found.keys(), changed)
            continue
        name, sign, step = setter["name"], setter["sign"], setter["step"]
        if step:
            value = build_increment(name, number_value(1), step)
        else:
            value = parse_expression(setter["value"], language_of(passage))
            if sign in ("+=", "-="):
                value = build_increment(name, value, sign)
        if value is None or any(each in found for each in (name, *enclosing_names(name))):
            return None
        found[name] = value
    return found


def find_set_variables(code: str) -> AbstractSet[str]:
    """Return the variables that ``code`` assigns; empty if ``code`` does anything else."""
    parts = [_SETTER.fullmatch(part.strip()) for part in split_statements(code)]
    if not all(parts):
        return frozenset()
    found = [part for part in parts if part]
    return {part["name"] for part in found}.union(
        *(find_inner_settings(part["value"] or "") for part in found)
    )


_ASSIGNS = re.compile(r"(?<![=!<>])=(?![=>])|\+\+|--|\bto\b")


def find_inner_settings(code: str) -> AbstractSet[str]:
    """Return the variables in ``code``, an expression, if it assigns a value to one of them."""
    bare = re.sub(QUOTED, "", code, flags=re.DOTALL)
    return find_variables(bare) if _ASSIGNS.search(bare) else frozenset()


def split_statements(code: str) -> list[str]:
    """Return the parts of ``code`` between commas or semicolons outside brackets and strings."""
    parts, depth = [""], 0
    for own, between, bracket in _PARTS.findall(code):
        if bracket:
            depth += 1 if bracket in "({[" else -1
        if between and not depth:
            parts.append("")
        else:
            parts[-1] += own or between or bracket
    return [each for each in parts if each.strip()]


def can_have_side_effects(code: str) -> bool:
    """Return whether ``code`` may change variables that it does not name."""
    return bool(_PURE.search(code)) or "=>" in code


def can_navigate(code: str) -> bool:
    """Return whether ``code`` may lead to another passage or show a link."""
    return bool(_ANYTHING.search(code))


def find_variables(code: str) -> set[str]:
    """Return the variables that ``code`` names; ``$list.push()`` names ``$list``."""
    found = set()
    for sign, name, call in _VARIABLE.findall(code):
        own = name.rpartition(".")[0] or name if call else name
        found.add(f"{sign or '$'}{own}")
    for name, call in _REMEMBERED.findall(code):
        found.add(f"s.{name.rpartition('.')[0] or name if call else name}")
    if _ALL_REMEMBERED.search(code):
        found.add(ALL_REMEMBERED)
    return found


def is_harmless_script(code: str) -> bool:
    """Return whether a script clearly does not touch variables, navigation or shown text."""
    return not _TOUCHING.search(_SETTING_UP.sub("", code))


def find_script_variables(code: str) -> set[str]:
    """Return the variables that a script may change by ``state.set`` or through an alias."""
    found = set(_STATE_SET.findall(code))
    if _ALIAS.search(code):
        # Any property in the script may be a variable of the story.
        found |= {f"${name}" for name in _PROPERTY.findall(code)}
    return found


def parse_string(code: str) -> str | None:
    """Return the text of a quoted string or a single word, or ``None`` for other code."""
    if len(code) > 1 and code[0] == code[-1] == '"':
        with suppress(ValueError):
            return str(json.loads(code))
    if len(code) > 1 and code[0] == code[-1] and code[0] in "\"'`":
        return _ESCAPED.sub(r"\1", code[1:-1])
    return code if _WORD.fullmatch(code) else None
