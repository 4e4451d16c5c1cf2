"""Parse conditions and values in the notations of Twine story formats (folder ``grammars``).

If any part of a condition cannot be parsed, the whole condition is unknown; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from questfoundry.domain.story.foreign.code_parts import (
    find_number,
    has_more_parts,
    length_variable,
)
from questfoundry.domain.story.foreign.expressions import (
    FALSE,
    TRUE,
    UNSET,
    All,
    Compare,
    Comparison,
    Condition,
    Either,
    Expression,
    Not,
    Sum,
    Truth,
    UnknownCondition,
    Value,
    Variable,
    add,
    conjoin,
    disjoin,
    negate,
    number_value,
    text_value,
)
from questfoundry.infra.foreign.functions import (
    Function,
    NotModelledError,
    build_list,
    build_membership_test,
)

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

Node: TypeAlias = "Tree[Token] | Token"

_MAX_LENGTH = 2_000
"""The most characters of a condition or value that is parsed, as a limit against hostile files."""

_MAX_DEPTH = 80  # the most nested rules in the tree of an expression
_MAX_PARTS = 1_000  # the most parts of a value that ``&&`` and ``||`` choose from several operands
_ESCAPED = re.compile(r"\\(.)")
_CONSTANTS = {"true": TRUE, "false": FALSE, "undefined": UNSET}


@frozen(kw_only=True)
class Language:
    """The notation of conditions and values in one story format.

    ``grammar``: the name of the grammar file with the format's words for operators, if any.
    ``is_bare_variable``: returns whether a name without a sign such as ``$`` is a variable.
    ``is_strict``: whether only true and false can be used as a condition.
    """

    grammar: str = ""
    functions: Mapping[str, Function] = field(factory=dict[str, Function])
    constants: Mapping[str, Expression] = field(factory=dict[str, Expression])
    is_bare_variable: Callable[[str], bool] = lambda _: False
    is_strict: bool = False


def parse_condition(code: str, language: Language) -> Condition:
    """Return the condition in ``code``, or an ``UnknownCondition`` if ``code`` cannot be parsed."""
    try:
        return _Builder(language).build_condition(_parse(code, "condition", language))
    except NotModelledError:
        return UnknownCondition(" ".join(code.split()))


def parse_expression(code: str, language: Language) -> Expression | None:
    """Return the value in ``code`` as an expression, or ``None`` if ``code`` cannot be parsed."""
    try:
        return _Builder(language).build_value(_parse(code, "value", language))
    except NotModelledError:
        return None


def parse_arguments(code: str, language: Language) -> tuple[Expression, ...]:
    """Return the arguments in ``code``; raise ``NotModelledError`` if one is not understood."""
    return _Builder(language).build_values(_parse(code, "arguments", language))


def _parse(code: str, rule: str, language: Language) -> Tree[Token]:
    from lark.exceptions import UnexpectedInput

    if len(code) > _MAX_LENGTH:
        raise NotModelledError
    try:
        tree = _load_parser(language.grammar).parse(code, start=rule)
    except UnexpectedInput:
        raise NotModelledError from None
    level = [tree]
    for _ in range(_MAX_DEPTH):
        level = [child for each in level for child in each.children if not isinstance(child, str)]
    if level:
        raise NotModelledError
    return tree


@cache
def _load_parser(grammar: str) -> Lark:
    from lark import Lark

    folder = resources.files(__package__) / "grammars"
    names = ("expression", grammar) if grammar else ("expression",)
    text = "\n".join((folder / f"{name}.lark").read_text("utf-8") for name in names)
    return Lark(text, parser="lalr", lexer="basic", start=["condition", "value", "arguments"])


class _Builder:
    def __init__(self, language: Language) -> None:
        self._language = language

    def build_condition(self, tree: Node) -> Condition:
        return self._as_condition(self._build(tree))

    def build_value(self, tree: Node) -> Expression:
        return _as_value(self._build(tree))

    def build_values(self, tree: Node) -> tuple[Expression, ...]:
        return tuple(map(self.build_value, _children_of(tree)))

    def _build(self, tree: Node) -> Expression | Condition:  # noqa: C901  a case for each rule
        children = _children_of(tree)
        match _name_of(tree):
            case "condition" if len(children) == 1:
                return self._build(children[0])
            case "condition":
                return disjoin(*map(self.build_condition, children))
            case "and_condition":
                return conjoin(*map(self.build_condition, children))
            case "value" | "and_value" as rule:
                return self._choose_operand(children, is_or=rule == "value")
            case "comparison":
                return self._compare(children)
            case "sum":
                return self._add(children)
            case "list":
                return build_list(self.build_values(children[0]))
            case "negation":
                return negate(self.build_condition(children[0]))
            case "opposite":
                return number_value(-_require_number(self._build(children[-1])))
            case "defined":
                return negate(Compare(Comparison.SAME, self.build_value(children[0]), UNSET))
            case "undefined":
                return Compare(Comparison.SAME, self.build_value(children[0]), UNSET)
            case "membership":
                return build_membership_test(
                    str(children[0]).rpartition(".")[0], self.build_values(children[1])
                )
            case "call":
                return self._call(str(children[0]), children[1])
            case terminal:
                return self._build_token(terminal, str(tree))

    def _choose_operand(self, operands: Sequence[Node], *, is_or: bool) -> Expression:
        found, *others = map(self.build_value, operands)
        for other in others:
            truth = self._as_condition(found)
            found = Either(truth, found, other) if is_or else Either(truth, other, found)
            if has_more_parts(found, _MAX_PARTS):  # each operand doubles the expression
                raise NotModelledError
        return found

    def _compare(self, parts: Sequence[Node]) -> Expression | Condition:
        found = self._build(parts[0])
        for sign, other in zip(parts[1::2], parts[2::2], strict=True):
            found = _compare_values(_name_of(sign), _as_value(found), self.build_value(other))
        return found

    def _add(self, parts: Sequence[Node]) -> Expression:
        found = self.build_value(parts[0])
        for sign, other in zip(parts[1::2], parts[2::2], strict=True):
            if isinstance(found, Value):
                _require_number(found)
            number = _require_number(self._build(other))
            found = add(found, number if sign == "+" else -number)
        return found

    def _call(self, name: str, arguments: Node) -> Expression:
        if not (function := self._language.functions.get(name)):
            raise NotModelledError
        return function(self.build_values(arguments))

    def _build_token(self, terminal: str, lexeme: str) -> Expression:
        match terminal:
            case "TEXT":
                return text_value(_ESCAPED.sub(r"\1", lexeme[1:-1]))
            case "NUMBER" if len(lexeme) < 10:
                return number_value(int(lexeme))
            case "VARIABLE":
                return _build_variable(lexeme)
            case "WORD" if lexeme in _CONSTANTS:
                return _CONSTANTS[lexeme]
            case "WORD" if lexeme in self._language.constants:
                return self._language.constants[lexeme]
            case "WORD" if "-" not in lexeme and self._language.is_bare_variable(lexeme):
                return _build_variable(lexeme)
            case _:
                raise NotModelledError

    def _as_condition(self, code: Expression | Condition) -> Condition:
        if isinstance(code, Value | Variable | Sum | Either):
            return Truth(code, self._language.is_strict)
        return code


def _name_of(node: Node) -> str:
    return node.type if isinstance(node, str) else str(node.data)


def _children_of(node: Node) -> Sequence[Node]:
    return () if isinstance(node, str) else node.children


_NEGATIONS = {"DIFFERENT": Comparison.SAME, "UNLIKE": Comparison.LIKE}
_INCLUSIVE = {"AT_LEAST": Comparison.MORE, "AT_MOST": Comparison.LESS}


def _compare_values(sign: str, one: Expression, other: Expression) -> Condition:
    if sign in _NEGATIONS:
        return negate(Compare(_NEGATIONS[sign], one, other))
    if strict := _INCLUSIVE.get(sign):
        return disjoin(Compare(strict, one, other), Compare(Comparison.LIKE, one, other))
    return Compare(Comparison[sign], one, other)


def _require_number(code: Expression | Condition) -> int:
    number = find_number(code)
    if number is None:
        raise NotModelledError
    return number


def _build_variable(name: str) -> Variable:
    of, _, last = name.rpartition(".")
    return Variable(length_variable(of) if last == "length" and of else name)


def _as_value(code: Expression | Condition) -> Expression:
    if isinstance(code, Value | Variable | Sum | Either):
        return code
    if not _is_boolean(code):
        raise NotModelledError
    return Either(code, TRUE, FALSE)


def _is_boolean(code: Condition) -> bool:
    match code:
        case Compare():
            return True
        case Not(All(of)):
            # ``a || b`` is stored as not (not a and not b). Its value is boolean only if all
            # operands are comparisons; the code may be ``$a || $b``.
            return all(isinstance(e.operand if isinstance(e, Not) else e, Compare) for e in of)
        case Not():
            return True
        case All(of):
            return all(map(_is_boolean, of))
        case Truth(of, _):
            return of in (TRUE, FALSE)
        case _:
            return False
