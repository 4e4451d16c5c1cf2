"""Tests for telling decisions with consequences from cosmetic ones."""

from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.report import DecisionCount, count_decisions


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


def test_choices_to_different_passages_are_consequential() -> None:
    found = count_decisions(structure(choice("x", "a", "b"), choice("y", "a", "c")))
    assert found == DecisionCount(consequential=1, cosmetic=0)


def test_choices_to_the_same_passage_are_cosmetic() -> None:
    found = count_decisions(structure(choice("x", "a", "b", "sang"), choice("y", "a", "b")))
    assert found == DecisionCount(consequential=0, cosmetic=1)


def test_a_flag_that_only_conditional_text_reads_is_cosmetic() -> None:
    """Players see other words but the same passages and choices, so nothing really changes."""
    choices = (choice("x", "a", "b", "sang"), choice("y", "a", "b"))
    found = count_decisions(structure(*choices, conditional_flags=("sang",)))
    assert found == DecisionCount(consequential=0, cosmetic=1)


def test_a_flag_that_a_choice_reads_is_consequential() -> None:
    choices = (
        choice("x", "a", "b", "sang"),
        choice("y", "a", "b"),
        choice("z", "b", "c", requires="sang"),
        choice("w", "b", "c"),
    )
    assert count_decisions(structure(*choices)) == DecisionCount(consequential=1, cosmetic=1)


def test_a_dilemma_is_consequential_even_if_its_paths_share_the_next_passage() -> None:
    choices = tuple(
        Choice(id=name, source="a", target="b", label=name, takes=f"path::{name}") for name in "xy"
    )
    assert count_decisions(structure(*choices)) == DecisionCount(consequential=1, cosmetic=0)


def test_choices_with_the_same_label_are_no_decision() -> None:
    """The player sees one choice, and a flag selects its target."""
    choices = (
        Choice(id="x", source="a", target="b", label="Go on", requires={"sang"}),
        Choice(id="y", source="a", target="c", label="Go on", forbids={"sang"}),
    )
    assert count_decisions(structure(*choices)) == DecisionCount(consequential=0, cosmetic=0)
