"""Tests of the passages that options of minor choices have of their own."""

from itertools import pairwise

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.weaving.minor_choices import Option, add_minor_choices
from questfoundry.domain.weaving.option_passages import (
    OptionPassage,
    add_option_passages,
    pick_branching_places,
)
from tests.support.examples import examples
from tests.support.naive_player import playthroughs
from tests.support.structures import choice, corridor, joined

PLACE = "passage::hall"
RUN = OptionPassage(passage="passage::run", beat="beat::run")
OPTIONS = (
    Option(label="Run", flag="mark::run", moves={"stat::air": -1}, is_answered=False),
    Option(label="Wait", flag="mark::wait"),
)


def leaving(structure: Structure, passage: str) -> list[Choice]:
    return list(structure.outgoing_choices(f"passage::{passage}"))


def test_an_option_leads_to_its_own_passage_and_from_there_to_where_it_led() -> None:
    """Players see what follows from their choice, and then meet the others again. (WEV-8.5)"""
    hall = add_minor_choices(joined(choice("on", "hall", "yard"), yard="out"), {PLACE: OPTIONS})

    woven = add_option_passages(hall, {"mark::run": RUN})

    run, wait = leaving(woven, "hall")
    assert (run.label, run.target, run.grants, run.moves) == (
        "Run",
        RUN.passage,
        {"mark::run"},
        {"stat::air": -1},
    )
    assert (wait.label, wait.target) == ("Wait", "passage::yard")
    (on,) = leaving(woven, "run")
    assert (on.label, on.target, on.grants, on.moves) == ("", "passage::yard", frozenset(), {})
    assert [each.id for each in woven.passages] == [PLACE, RUN.passage, "passage::yard"]
    assert woven.passage("passage::yard").callback_flags == {"mark::wait"}


def test_where_the_next_passage_has_variants_each_player_reaches_their_own() -> None:
    """An exit to the wrong variant would contradict earlier decisions. (WEV-8.5)"""
    variants = joined(
        choice("a", "start", "hall", grants=["a"]),
        choice("b", "start", "hall", grants=["b"]),
        choice("on-a", "hall", "yard-a", requires=["a"]),
        choice("on-b", "hall", "yard-b", requires=["b"]),
        **{"yard-a": "out", "yard-b": "out"},
    )

    woven = add_option_passages(add_minor_choices(variants, {PLACE: OPTIONS}), {"mark::run": RUN})

    assert [(each.label, *each.requires) for each in leaving(woven, "hall")] == [
        ("Run",),
        ("Wait", "flag::a"),
        ("Wait", "flag::b"),
    ]
    assert [(each.target, *each.requires) for each in leaving(woven, "run")] == [
        ("passage::yard-a", "flag::a"),
        ("passage::yard-b", "flag::b"),
    ]
    assert len([*playthroughs(woven)]) == len([*playthroughs(variants)]) * len(OPTIONS)


def build_corridor(length: int) -> Structure:
    """Return ``length`` passages in a row with a beat each, because equal beats make copies."""
    structure = corridor(length)
    return evolve(
        structure,
        passages=tuple(evolve(each, beats=(f"beat for {each.id}",)) for each in structure.passages),
    )


@given(length=st.integers(2, 40), share=st.floats(0, 1))
@examples(40)
def test_the_places_are_the_wanted_share_and_evenly_spread(length: int, share: float) -> None:
    """If all such passages came early, the rest of the story would be the same for everybody."""
    places = pick_branching_places(build_corridor(length), share)
    numbers = [int(each.rpartition("::")[2]) for each in places]
    assert len(places) == round(share * (length - 1))
    assert numbers == sorted({*numbers})
    gaps = [after - before for before, after in pairwise(numbers)]
    assert not gaps or max(gaps) - min(gaps) <= 1


def test_existing_chapters_keep_their_passages() -> None:
    """A new passage in a finished chapter would change the story of its readers."""
    assert pick_branching_places(build_corridor(4), 1, {"passage::1"}) == [
        "passage::0",
        "passage::2",
    ]
