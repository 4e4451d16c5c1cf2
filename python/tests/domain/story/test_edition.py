"""Tests for editions, which are finished stories."""

from tests.support.editions import small_edition


def test_an_edition_has_words_for_everything() -> None:
    """An export must not show an id because a title, label or name is missing. (STY-5.1)"""
    edition = small_edition()
    for passage in edition.structure.passages:
        assert passage.title
        assert edition.prose[passage.id]
        assert not passage.ending or edition.ending_name(passage.ending)
    assert all(choice.label for choice in edition.structure.choices)
    read = {flag for choice in edition.structure.choices for flag in choice.requires}
    assert read
    assert read <= set(edition.flags)
