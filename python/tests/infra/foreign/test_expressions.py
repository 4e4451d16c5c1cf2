"""Tests of the parsers that the grammars of the story formats define."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.foreign.expressions import UnknownCondition
from questfoundry.infra.foreign.expressions import Language, parse_condition, parse_expression
from questfoundry.infra.foreign.snowman_code import LANGUAGE as SNOWMAN
from questfoundry.infra.foreign.sugarcube_code import language_of

SUGARCUBE = language_of("Start")
HARLOWE = Language(grammar="harlowe", is_strict=True)

CODES = st.recursive(
    st.sampled_from(("$a", "$b.c", "1", "'x'", "true", "foo", "visited()", "[1, 'x']")),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(("and", "is", "is not", "gte", "+", "||")), inner).map(
            " ".join
        ),
        inner.map("not {}".format),
        inner.map("({})".format),
    ),
    max_leaves=6,
)


@given(CODES)
def test_brackets_around_the_whole_change_nothing(code: str) -> None:
    """Authors write conditions with and without brackets, and both mean the same."""
    plain, bracketed = parse_condition(code, SUGARCUBE), parse_condition(f"( {code} )", SUGARCUBE)
    if isinstance(plain, UnknownCondition):
        assert isinstance(bracketed, UnknownCondition)
    else:
        assert bracketed == plain


@pytest.mark.parametrize("language", [SUGARCUBE, HARLOWE, SNOWMAN])
@pytest.mark.parametrize(
    "opening", ["(", "[", "!", "-", "not ", "$a.has(", "Math.min(", "1+(", "'"]
)
def test_deep_nesting_is_not_understood(opening: str, language: Language) -> None:
    """A hostile file must lead to a finding and not to a recursion error. (FMT-9.1)"""
    code = f"{opening * 150}1{')' * 150}"
    assert isinstance(parse_condition(code, language), UnknownCondition)
    assert parse_expression(code, language) is None


def test_a_long_chain_of_values_is_not_understood() -> None:
    """Each operand doubles the expression, so a hostile chain could fill the memory. (FMT-9.1)"""
    assert parse_expression(" || ".join(["$a"] * 200), SUGARCUBE) is None
    assert not isinstance(parse_condition(" || ".join(["$a"] * 200), SUGARCUBE), UnknownCondition)
