"""Parse conditions and values in the notations of Twine story formats.

Such a notation is JavaScript, with words for some operators. If any part of a condition cannot be
parsed, the whole condition is unknown; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from attrs import field, frozen

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
    Kind,
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
from questfoundry.domain.story.lists import length_variable
from questfoundry.infra.foreign.functions import (
    Function,
    NotModelledError,
    build_list,
    build_membership_test,
)

_MAX_LENGTH = 2_000
"""A limit in characters, against hostile files; conditions of real stories are shorter."""

_MAX_DEPTH = 40

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<membership>[$_]?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\.(?:includes|contains|has)\()
    | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<number>\d+(?![\w.]))
    | (?P<variable>[$_][A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?!\s*[\[(]))
    | (?P<word>is\s+not(?![\w-])|[A-Za-z][\w-]*(?:\.[A-Za-z_]\w*)*)
    | (?P<operator>===|!==|==|!=|>=|<=|&&|\|\||[!<>()+,:\[\]-])
    )""",
    re.VERBOSE,
)
_ESCAPED = re.compile(r"\\(.)")


@frozen(kw_only=True)
class Language:
    """The notation of conditions and values in one story format.

    ``operators``: from a word in lower case to the operator with the same meaning.
    ``functions``: from a function's name to the Python function that builds the value of a call.
    ``prefix_words``: from a word before a value to the Python function that builds the condition.
    ``constants``: from a word to its value.
    ``is_bare_variable``: returns whether a name without a sign such as ``$`` is a variable.
    ``has_loose_not``: whether a "not" applies to the whole comparison after it.
    ``is_strict``: whether only true and false can be used as a condition.
    """

    operators: Mapping[str, str]
    functions: Mapping[str, Function]
    prefix_words: Mapping[str, Callable[[Expression], Condition]] = field(factory=dict)
    constants: Mapping[str, Expression] = field(factory=dict[str, Expression])
    is_bare_variable: Callable[[str], bool] = lambda _: False
    has_loose_not: bool = False
    is_strict: bool = False


def parse_condition(code: str, language: Language) -> Condition:
    """Return the condition in ``code``, or an ``UnknownCondition`` if ``code`` cannot be parsed."""
    try:
        return _Parser(code, language).parse_condition()
    except NotModelledError:
        return UnknownCondition(" ".join(code.split()))


def parse_expression(code: str, language: Language) -> Expression | None:
    """Return the value in ``code`` as an expression, or ``None`` if ``code`` cannot be parsed."""
    try:
        return _Parser(code, language).parse_value()
    except NotModelledError:
        return None


def parse_arguments(code: str, language: Language) -> tuple[Expression, ...]:
    """Return one expression for each of the comma-separated arguments in ``code``.

    Raise ``NotModelledError`` if any argument cannot be parsed.
    """
    return _Parser(f"{code})", language).parse_list()


class _Parser:
    """A recursive-descent parser; each method parses one level of operator precedence.

    All methods raise ``NotModelledError`` on code that they do not understand.
    """

    def __init__(self, code: str, language: Language) -> None:
        if len(code) > _MAX_LENGTH:
            raise NotModelledError
        self._language = language
        self._depth = 0
        self._tokens: list[tuple[str, str]] = []
        at = 0
        code = code.strip()
        while at < len(code):
            found = _TOKEN.match(code, at)
            if not found:
                raise NotModelledError
            kind, lexeme = str(found.lastgroup), found[found.lastgroup or 0]
            if kind == "word":
                operator = language.operators.get(" ".join(lexeme.lower().split()))
                kind, lexeme = ("operator", operator) if operator else (kind, lexeme)
            self._tokens.append((kind, lexeme))
            at = found.end()
        self._at = 0

    def parse_condition(self) -> Condition:
        return self._as_condition(self._parse_all())

    def parse_value(self) -> Expression:
        found = self._parse_or_value()
        if self._at < len(self._tokens):
            raise NotModelledError
        return found

    def parse_list(self) -> tuple[Expression, ...]:
        found = self._parse_arguments(")")
        if self._at < len(self._tokens):
            raise NotModelledError
        return found

    def _parse_all(self) -> Expression | Condition:
        found = self._parse_or()
        if self._at < len(self._tokens):
            raise NotModelledError
        return found

    def _accept(self, *operators: str) -> str:
        """Return the next token and advance past it, if it is one of ``operators``.

        Otherwise return an empty string and do not advance.
        """
        kind, lexeme = self._tokens[self._at] if self._at < len(self._tokens) else ("", "")
        if kind == "operator" and lexeme in operators:
            self._at += 1
            return lexeme
        return ""

    def _parse_or_value(self) -> Expression:
        """Parse a value such as ``a || b``: ``a`` if ``a`` counts as true, and otherwise ``b``."""
        found = self._parse_and_value()
        while self._accept("||"):
            found = Either(self._as_condition(found), found, self._parse_and_value())
        return found

    def _parse_and_value(self) -> Expression:
        found = _as_value(self._parse_not())
        while self._accept("&&"):
            found = Either(self._as_condition(found), _as_value(self._parse_not()), found)
        return found

    def _parse_or(self) -> Expression | Condition:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise NotModelledError
        found = self._parse_and()
        while self._accept("||"):
            found = disjoin(self._as_condition(found), self._as_condition(self._parse_and()))
        self._depth -= 1
        return found

    def _parse_and(self) -> Expression | Condition:
        found = self._parse_not()
        while self._accept("&&"):
            found = conjoin(self._as_condition(found), self._as_condition(self._parse_not()))
        return found

    def _parse_not(self) -> Expression | Condition:
        count = 0
        while self._language.has_loose_not and self._accept("!"):
            count += 1
        found = self._parse_comparison()
        return negate(self._as_condition(found)) if count % 2 else found

    def _parse_comparison(self) -> Expression | Condition:
        found = self._parse_sum()
        while sign := self._accept("===", "!==", "==", "!=", ">=", "<=", ">", "<"):
            one, other = _as_value(found), _as_value(self._parse_sum())
            match sign:
                case "===":
                    found = Compare(Comparison.SAME, one, other)
                case "!==":
                    found = negate(Compare(Comparison.SAME, one, other))
                case "==":
                    found = Compare(Comparison.LIKE, one, other)
                case "!=":
                    found = negate(Compare(Comparison.LIKE, one, other))
                case "<":
                    found = Compare(Comparison.LESS, one, other)
                case ">":
                    found = Compare(Comparison.MORE, one, other)
                case ">=":
                    found = disjoin(
                        Compare(Comparison.MORE, one, other), Compare(Comparison.LIKE, one, other)
                    )
                case _:
                    found = disjoin(
                        Compare(Comparison.LESS, one, other), Compare(Comparison.LIKE, one, other)
                    )
        return found

    def _parse_sum(self) -> Expression | Condition:
        found = self._parse_operand()
        while sign := self._accept("+", "-"):
            more, base = self._parse_operand(), _as_value(found)
            if not isinstance(more, Value) or more.kind is not Kind.NUMBER:
                raise NotModelledError
            if isinstance(base, Value) and base.kind is not Kind.NUMBER:
                raise NotModelledError
            found = add(base, int(more.content) if sign == "+" else -int(more.content))
        return found

    def _parse_operand(self) -> Expression | Condition:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise NotModelledError
        found = self._parse_primary()
        self._depth -= 1
        return found

    def _parse_primary(self) -> Expression | Condition:
        if self._accept("!"):
            return negate(self._as_condition(self._parse_operand()))
        if self._accept("("):
            found = self._parse_or()
            if not self._accept(")"):
                raise NotModelledError
            return found
        if self._accept("["):
            return build_list(self._parse_arguments("]"))
        if self._accept("-"):
            inner = self._parse_operand()
            if isinstance(inner, Value) and inner.kind is Kind.NUMBER:
                return number_value(-int(inner.content))
            raise NotModelledError
        return self._parse_token()

    def _parse_token(self) -> Expression | Condition:
        kind, lexeme = self._tokens[self._at] if self._at < len(self._tokens) else ("", "")
        self._at += 1
        match kind:
            case "text":
                return text_value(_ESCAPED.sub(r"\1", lexeme[1:-1]))
            case "membership":
                return build_membership_test(lexeme.rpartition(".")[0], self._parse_arguments(")"))
            case "number" if len(lexeme) < 10:
                return number_value(int(lexeme))
            case "variable":
                return _build_variable(lexeme)
            case "word":
                return self._parse_word(lexeme)
            case _:
                raise NotModelledError

    def _parse_word(self, word: str) -> Expression | Condition:
        known = {"true": TRUE, "false": FALSE, "undefined": UNSET}
        if word in known:
            return known[word]
        if word in self._language.constants:
            return self._language.constants[word]
        if word in self._language.prefix_words:
            return self._language.prefix_words[word](_as_value(self._parse_operand()))
        if self._accept("("):
            if not (function := self._language.functions.get(word)):
                raise NotModelledError
            return function(self._parse_arguments(")"))
        if "-" not in word and self._language.is_bare_variable(word):
            return _build_variable(word)
        raise NotModelledError

    def _as_condition(self, code: Expression | Condition) -> Condition:
        if isinstance(code, Value | Variable | Sum | Either):
            return Truth(code, self._language.is_strict)
        return code

    def _parse_arguments(self, close: str) -> tuple[Expression, ...]:
        arguments: list[Expression] = []
        while not self._accept(close):
            arguments.append(self._parse_or_value())
            if not self._accept(",") and not self._accept(close):
                raise NotModelledError
            if self._tokens[self._at - 1] == ("operator", close):
                break
        return tuple(arguments)


def _build_variable(name: str) -> Variable:
    """Return the variable ``name``; for ``list.length``, the variable that counts the items."""
    of, _, last = name.rpartition(".")
    return Variable(length_variable(of) if last == "length" and of else name)


def _as_value(code: Expression | Condition) -> Expression:
    if isinstance(code, Value | Variable | Sum | Either):
        return code
    if not _is_boolean(code):
        raise NotModelledError
    return Either(code, TRUE, FALSE)


def _is_boolean(code: Condition) -> bool:
    """Return whether ``code``, a condition that is used as a value, can only be true or false.

    In contrast, the value of ``$a || $b`` may be any value of ``$a`` or ``$b``.
    """
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
