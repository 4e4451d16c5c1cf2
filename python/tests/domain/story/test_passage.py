"""Tests for single playthroughs, and for finding passages and choices by id."""

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.story.passage import Choice, Passage, Structure, play

DOOR = Structure(
    start="passage::hall",
    passages=(
        Passage(id="passage::hall"),
        Passage(id="passage::cellar"),
        Passage(id="passage::street", ending="free"),
    ),
    choices=(
        Choice(id="choice::down", source="passage::hall", target="passage::cellar",
               forbids={"flag::key"}),
        Choice(id="choice::up", source="passage::cellar", target="passage::hall",
               grants={"flag::key", "flag::dust"}),
        Choice(id="choice::out", source="passage::hall", target="passage::street",
               requires={"flag::key"}),
        Choice(id="choice::back", source="passage::street", target="passage::hall"),
    ),
)  # fmt: skip


def open_after(*choices: str) -> list[str]:
    return [choice.id for choice in play(DOOR, choices).open]


def test_choices_open_by_what_they_require_and_forbid() -> None:
    """A choice that ignores its conditions would break every gated story. (SOL-1.1)"""
    assert open_after() == ["choice::down"]
    assert open_after("choice::down", "choice::up") == ["choice::out"]


def test_a_playthrough_tells_passages_flags_and_the_ending() -> None:
    """The preview shows passages, flags, choices and the ending from this one result."""
    played = play(DOOR, ["choice::down", "choice::up", "choice::out"])
    assert played.passages[:2] == ("passage::hall", "passage::cellar")
    assert played.passage == "passage::street"
    assert played.flags == {"flag::key", "flag::dust"}
    assert played.ending == "free"
    assert played.open == ()


@pytest.mark.parametrize(
    "choices",
    [
        ["choice::out"],
        ["choice::down", "choice::up", "choice::down"],
        ["choice::down", "choice::up", "choice::out", "choice::back"],
        ["choice::sideways"],
    ],
    ids=["not granted", "forbidden", "after the end", "unknown"],
)
def test_a_closed_choice_cannot_be_taken(choices: list[str]) -> None:
    """An author who replays a wrong route must learn which choices are open."""
    with pytest.raises(
        InputError, match=rf"{choices[-1]}' is not open in the passage .*Open choices"
    ):
        play(DOOR, choices)


FIRST, SECOND = Passage(id="a", title="first"), Passage(id="a", title="second")
ON = Choice(id="on", source="a", target="b")
BACK, NOWHERE = Choice(id="back", source="b", target="a"), Choice(id="x", source="c", target="d")
BROKEN = Structure(
    start="a", passages=(FIRST, SECOND, Passage(id="b", ending="over")), choices=(ON, BACK, NOWHERE)
)


def test_choices_are_found_by_where_they_leave_and_arrive() -> None:
    """Lookups must work on a damaged structure, because the checks report the damage."""
    assert BROKEN.passage("a") is FIRST
    assert BROKEN.choice("back") is BACK
    assert (
        BROKEN.outgoing_choices("a"),
        BROKEN.incoming_choices("a"),
        BROKEN.outgoing_choices("d"),
    ) == ((ON,), (BACK,), ())
    assert (BROKEN.outgoing_choices("b"), BROKEN.selectable_choices("b")) == ((BACK,), ())
    with pytest.raises(KeyError, match="c"):
        BROKEN.passage("c")
