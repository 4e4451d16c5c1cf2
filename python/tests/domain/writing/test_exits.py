"""Tests for what a writer learns about the options of a passage."""

from questfoundry.domain.story.entity import ChoiceFlag
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.stat import Level, Stat
from questfoundry.domain.story.story import Story
from questfoundry.domain.writing.exits import Exits

TRUST = Stat(id="stat::trust", name="Trust", question="Does he?", high="He does.", low="No.")
HIGH = Level(TRUST.id, 1).id


def test_an_option_with_two_outcomes_is_one_option() -> None:
    """Two equal labels with different conditions read as a mistake of the plan."""
    passages = [Passage(id=each) for each in ("here", "high", "low")]
    structure = Structure(
        start="here",
        passages=tuple(passages),
        choices=(
            Choice(id="a", source="here", target="low", label="Ask", requires={"mark::x"}),
            Choice(id="b", source="here", target="high", label="Ask", requires={HIGH, "mark::x"}),
            Choice(id="c", source="here", target="low", label="Go"),
        ),
    )
    story = Story(
        structure=structure, stats=(TRUST,), choice_flags=(ChoiceFlag(id="mark::x", text="X."),)
    )
    options = Exits(story).brief_choices(passages[0])
    assert [(each.label, each.asks) for each in options] == [("Ask", ("X.",)), ("Go", ())]


def test_an_option_with_a_scene_of_its_own_says_who_has_it() -> None:
    """A writer who takes the third answer for everybody's would lead all players to it."""
    passages = [Passage(id=each) for each in ("here", "on", "third")]
    choice = Choice(
        id="a", source="here", target="third", label="Listen", requires={"mark::x"}, closed="Shut."
    )
    structure = Structure(
        start="here",
        passages=tuple(passages),
        choices=(choice, Choice(id="b", source="here", target="on", label="Go")),
    )
    story = Story(structure=structure, choice_flags=(ChoiceFlag(id="mark::x", text="X."),))
    listen, _ = Exits(story).brief_choices(passages[0])
    assert (listen.asks, listen.closed) == (("X.",), "Shut.")
