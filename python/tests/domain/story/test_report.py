"""Tests for editions, and for telling decisions with consequences from cosmetic ones."""

import pytest
from attrs import evolve

from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.report import DecisionCount, count_decisions
from tests.support.editions import small_edition


def structure(*choices: Choice, conditional_flags: tuple[str, ...] = ()) -> Structure:
    names = dict.fromkeys(name for each in choices for name in (each.source, each.target))
    passages = tuple(
        Passage(id=name, conditional_flags=frozenset(conditional_flags)) for name in names
    )
    return Structure(start="a", passages=passages, choices=choices)


def choice(name: str, source: str, target: str, *grants: str, requires: str = "") -> Choice:
    return Choice(
        id=name, source=source, target=target, label=name, grants=grants, requires=requires.split()
    )


SING, STAY = choice("x", "a", "b", "sang"), choice("y", "a", "b")
DECISIONS = {
    "different passages": (structure(STAY, choice("x", "a", "c")), 1, 0),
    "the same passage": (structure(SING, STAY), 0, 1),
    "a flag that only text reads": (structure(SING, STAY, conditional_flags=("sang",)), 0, 1),
    "a flag that a choice reads": (
        structure(SING, STAY, choice("z", "b", "c", requires="sang"), choice("w", "b", "c")),
        1,
        1,
    ),
    "paths that share a passage": (
        structure(*(evolve(each, takes=f"path::{each.id}") for each in (STAY, SING))),
        1,
        0,
    ),
    "the same label": (
        structure(
            evolve(choice("x", "a", "b", requires="sang"), label="Go on"),
            evolve(choice("y", "a", "c"), label="Go on", forbids={"sang"}),
        ),
        0,
        0,
    ),
}


@pytest.mark.parametrize(("story", "consequential", "cosmetic"), DECISIONS.values(), ids=DECISIONS)
def test_a_real_decision_changes_more(story: Structure, consequential: int, cosmetic: int) -> None:
    """Choices with the same label are no decision: the player sees one choice."""
    assert count_decisions(story) == DecisionCount(consequential=consequential, cosmetic=cosmetic)


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
