"""Tests of suggestions for words with a slip."""

from questfoundry.domain.text.suggestion import suggest_words


def test_near_words_are_suggested_in_their_own_spelling() -> None:
    """An author with a slip wants the right word, not a list of all words."""
    assert suggest_words("BREAKFST", ["Half a Cup", "Breakfast"]) == " Did you mean 'Breakfast'?"
    assert suggest_words("gro", ["grow", "growth"]) == " Did you mean 'grow' or 'growth'?"
    assert suggest_words("GROW", ["growth", "grow"]) == " Did you mean 'grow'?"
    assert suggest_words("xyz", ["grow"]) == suggest_words("grow", []) == ""
