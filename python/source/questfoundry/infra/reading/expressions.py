"""Conditions and values as the formats of Twine write them: JavaScript, and words in its place.

What is not understood is unclear as a whole; nothing of it is guessed.
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
    Unclear,
    Value,
    Variable,
    both,
    negated,
    number,
    one_of,
    plus,
    text,
)
from questfoundry.domain.story.lists import count
from questfoundry.infra.reading.functions import (
    Function,
    NotModelledError,
    a_list,
    holds_item,
)

_LONGEST = 2_000
"""Longer than any condition of a story; files of hostile make may have longer ones."""

_DEEPEST = 40

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<asks>[$_]?[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\.(?:includes|contains|has)\()
    | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<number>\d+(?![\w.]))
    | (?P<variable>[$_][A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*(?!\s*[\[(]))
    | (?P<word>is\s+not(?![\w-])|[A-Za-z][\w-]*(?:\.[A-Za-z_]\w*)*)
    | (?P<mark>===|!==|==|!=|>=|<=|&&|\|\||[!<>()+,:\[\]-])
    )""",
    re.VERBOSE,
)
_ESCAPED = re.compile(r"\\(.)")


@frozen(kw_only=True)
class Language:
    """How a format writes conditions.

    ``signs`` are its words for marks, in lower case; ``functions`` what calls come to,
    ``before`` what words in front of a value ask of it; ``words`` what single words mean,
    ``bare`` says which names without a sign in front are variables, ``low_not`` that a negation
    is of the whole comparison behind it, ``strict`` that only true and false count as such.
    """

    signs: Mapping[str, str]
    functions: Mapping[str, Function]
    before: Mapping[str, Callable[[Expression], Condition]] = field(factory=dict)
    words: Mapping[str, Expression] = field(factory=dict[str, Expression])
    bare: Callable[[str], bool] = lambda _: False
    low_not: bool = False
    strict: bool = False


def condition_in(code: str, language: Language) -> Condition:
    """What the code asks for."""
    try:
        return _Parser(code, language).whole_condition()
    except NotModelledError:
        return Unclear(" ".join(code.split()))


def expression_in(code: str, language: Language) -> Expression | None:
    """What the code comes to; ``None`` where that is not understood."""
    try:
        return _Parser(code, language).whole_value()
    except NotModelledError:
        return None


def given_in(code: str, language: Language) -> tuple[Expression, ...]:
    """What stands between commas; ``NotModelledError`` where that is not understood."""
    return _Parser(f"{code})", language).whole_list()


class _Parser:
    """Reads from the left: ``or``, ``and``, ``not``, comparisons, sums, and what they join."""

    def __init__(self, code: str, language: Language) -> None:
        if len(code) > _LONGEST:
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
            kind, said = str(found.lastgroup), found[found.lastgroup or 0]
            if kind == "word":
                sign = language.signs.get(" ".join(said.lower().split()))
                kind, said = ("mark", sign) if sign else (kind, said)
            self._tokens.append((kind, said))
            at = found.end()
        self._at = 0

    def whole_condition(self) -> Condition:
        return self._as_condition(self._whole())

    def whole_value(self) -> Expression:
        found = self._either_value()
        if self._at < len(self._tokens):
            raise NotModelledError
        return found

    def whole_list(self) -> tuple[Expression, ...]:
        found = self._given(")")
        if self._at < len(self._tokens):
            raise NotModelledError
        return found

    def _whole(self) -> Expression | Condition:
        found = self._either()
        if self._at < len(self._tokens):
            raise NotModelledError
        return found

    def _mark(self, *marks: str) -> str:
        """The mark that stands here, if it is one of these, and what stands behind it is next."""
        kind, said = self._tokens[self._at] if self._at < len(self._tokens) else ("", "")
        if kind == "mark" and said in marks:
            self._at += 1
            return said
        return ""

    def _either_value(self) -> Expression:
        """One of two values, as ``$mood or "calm"`` is: what is asked is not whether they are."""
        found = self._all_value()
        while self._mark("||"):
            found = Either(self._as_condition(found), found, self._all_value())
        return found

    def _all_value(self) -> Expression:
        found = _as_value(self._not())
        while self._mark("&&"):
            found = Either(self._as_condition(found), _as_value(self._not()), found)
        return found

    def _either(self) -> Expression | Condition:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NotModelledError
        found = self._all()
        while self._mark("||"):
            found = one_of(self._as_condition(found), self._as_condition(self._all()))
        self._depth -= 1
        return found

    def _all(self) -> Expression | Condition:
        found = self._not()
        while self._mark("&&"):
            found = both(self._as_condition(found), self._as_condition(self._not()))
        return found

    def _not(self) -> Expression | Condition:
        count = 0
        while self._language.low_not and self._mark("!"):
            count += 1
        found = self._compared()
        return negated(self._as_condition(found)) if count % 2 else found

    def _compared(self) -> Expression | Condition:
        found = self._sum()
        while sign := self._mark("===", "!==", "==", "!=", ">=", "<=", ">", "<"):
            one, other = _as_value(found), _as_value(self._sum())
            match sign:
                case "===":
                    found = Compare(Comparison.SAME, one, other)
                case "!==":
                    found = negated(Compare(Comparison.SAME, one, other))
                case "==":
                    found = Compare(Comparison.LIKE, one, other)
                case "!=":
                    found = negated(Compare(Comparison.LIKE, one, other))
                case "<":
                    found = Compare(Comparison.LESS, one, other)
                case ">":
                    found = Compare(Comparison.MORE, one, other)
                case ">=":
                    found = one_of(
                        Compare(Comparison.MORE, one, other), Compare(Comparison.LIKE, one, other)
                    )
                case _:
                    found = one_of(
                        Compare(Comparison.LESS, one, other), Compare(Comparison.LIKE, one, other)
                    )
        return found

    def _sum(self) -> Expression | Condition:
        found = self._one()
        while sign := self._mark("+", "-"):
            more, base = self._one(), _as_value(found)
            if not isinstance(more, Value) or more.kind is not Kind.NUMBER:
                raise NotModelledError
            if isinstance(base, Value) and base.kind is not Kind.NUMBER:
                raise NotModelledError
            found = plus(base, int(more.of) if sign == "+" else -int(more.of))
        return found

    def _one(self) -> Expression | Condition:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise NotModelledError
        found = self._alone()
        self._depth -= 1
        return found

    def _alone(self) -> Expression | Condition:
        if self._mark("!"):
            return negated(self._as_condition(self._one()))
        if self._mark("("):
            found = self._either()
            if not self._mark(")"):
                raise NotModelledError
            return found
        if self._mark("["):
            return a_list(self._given("]"))
        if self._mark("-"):
            inner = self._one()
            if isinstance(inner, Value) and inner.kind is Kind.NUMBER:
                return number(-int(inner.of))
            raise NotModelledError
        return self._token()

    def _token(self) -> Expression | Condition:
        kind, said = self._tokens[self._at] if self._at < len(self._tokens) else ("", "")
        self._at += 1
        match kind:
            case "text":
                return text(_ESCAPED.sub(r"\1", said[1:-1]))
            case "asks":
                return holds_item(said.rpartition(".")[0], self._given(")"))
            case "number" if len(said) < 10:
                return number(int(said))
            case "variable":
                return _named(said)
            case "word":
                return self._word(said)
            case _:
                raise NotModelledError

    def _word(self, said: str) -> Expression | Condition:
        known = {"true": TRUE, "false": FALSE, "undefined": UNSET}
        if said in known:
            return known[said]
        if said in self._language.words:
            return self._language.words[said]
        if said in self._language.before:
            return self._language.before[said](_as_value(self._one()))
        if self._mark("("):
            if not (function := self._language.functions.get(said)):
                raise NotModelledError
            return function(self._given(")"))
        if "-" not in said and self._language.bare(said):
            return _named(said)
        raise NotModelledError

    def _as_condition(self, code: Expression | Condition) -> Condition:
        if isinstance(code, Value | Variable | Sum | Either):
            return Truth(code, self._language.strict)
        return code

    def _given(self, close: str) -> tuple[Expression, ...]:
        """What stands in the brackets that were just opened."""
        given: list[Expression] = []
        while not self._mark(close):
            given.append(self._either_value())
            if not self._mark(",") and not self._mark(close):
                raise NotModelledError
            if self._tokens[self._at - 1] == ("mark", close):
                break
        return tuple(given)


def _named(name: str) -> Variable:
    """The variable of that name, or how many items the list of that name holds."""
    of, _, last = name.rpartition(".")
    return Variable(count(of) if last == "length" and of else name)


def _as_value(code: Expression | Condition) -> Expression:
    if isinstance(code, Value | Variable | Sum | Either):
        return code
    if not _is_truth(code):
        raise NotModelledError
    return Either(code, TRUE, FALSE)


def _is_truth(code: Condition) -> bool:
    """Whether the code itself comes to true or false, as ``$a || $b`` need not."""
    match code:
        case Compare():
            return True
        case Not(All(of)):
            # Either of them, where none was asked for: what is written may be ``$a || $b``.
            return all(isinstance(e.of if isinstance(e, Not) else e, Compare) for e in of)
        case Not():
            return True
        case All(of):
            return all(map(_is_truth, of))
        case Truth(of, _):
            return of in (TRUE, FALSE)
        case _:
            return False
