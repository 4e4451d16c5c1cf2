"""Tests for quotation marks by language."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.edition_texts import apply_typographic_quotes


@pytest.mark.parametrize(
    ("language", "straight", "set_so"),
    [
        ("en", "\"I said 'no',\" she said.", "\u201cI said \u2018no\u2019,\u201d she said."),
        ("en-GB", "It's the dogs' tail, '90s.", "It\u2019s the dogs\u2019 tail, \u201990s."),
        ("en", "'Twas 'em. 'Go,' he said.", "\u2019Twas \u2019em. \u2018Go,\u2019 he said."),
        ("en", "\"'Go,' he said,\" I say.", "\u201c\u2018Go,\u2019 he said,\u201d I say."),
        ("en", '"*Now!*", he says', "\u201c*Now!*\u201d, he says"),
        ("en", '*"Now!"* ("...yes")', "*\u201cNow!\u201d* (\u201c...yes\u201d)"),
        ("en", 'he\u2014"no\u2014" and', "he\u2014\u201cno\u2014\u201d and"),
        ("en", '[wet]\n"Wet.\n\n* * *\n\n"Dry."', "[wet]\n\u201cWet.\n\n* * *\n\n\u201cDry.\u201d"),
        (
            "de-AT",
            "\"Er rief 'Halt'\", sagte sie. Wie geht's?",
            "\u201eEr rief \u201aHalt\u2018\u201c, sagte sie. Wie geht\u2019s?",
        ),
        ("de-CH", '"Ja."', "\u00abJa.\u00bb"),
        ("fr", 'Il dit\u00a0: "L\'eau."', "Il dit\u00a0: \u00ab\u202fL\u2019eau.\u202f\u00bb"),
        ("es", '\u00bf"S\u00ed"?', "\u00bf\u00abS\u00ed\u00bb?"),
        ("ja", "\"'x'\"", "\"'x'\""),
    ],
)
def test_marks_are_those_of_the_language(language: str, straight: str, set_so: str) -> None:
    """Readers expect the quotation marks of the story's language. (EXP-26.1)"""
    assert apply_typographic_quotes(straight, language) == set_so


@given(st.text(alphabet="a \"'*.\n-9"), st.sampled_from(["en", "de", "sv", "da"]))
def test_nothing_but_straight_marks_changes(text: str, language: str) -> None:
    """Setting quotation marks twice must not change text that is already correct. (EXP-26.1)"""
    made = apply_typographic_quotes(text, language)
    assert len(made) == len(text)
    assert all(
        new == old if old not in "\"'" else new not in "\"'"
        for old, new in zip(text, made, strict=True)
    )
    assert apply_typographic_quotes(made, language) == made


def test_long_rows_of_marks_are_set_in_one_pass() -> None:
    for text in ("'" * 50_000, " 'x" * 50_000):
        assert "'" not in apply_typographic_quotes(text, "en")
