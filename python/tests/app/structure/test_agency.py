"""The agency of players: what flags open, when callbacks come, and which words differ."""

import pytest
from attrs import evolve

from questfoundry.app.structure.agency import AgencyFigure, measure_agency
from questfoundry.domain.story.entity import ChoiceFlag
from questfoundry.domain.story.stat import Level
from questfoundry.domain.story.story import EMPTY_STORY, Story
from tests.support.series import StructureWriter

TRUST = "stat::trust"


def fork(*, moves: bool) -> Story:
    """Return a choice whose flag is recalled three screens later; a stat may open an ending."""
    writer = StructureWriter()
    start, one, two = (writer.passage(each) for each in ("start", "one", "two"))
    three, left = writer.passage("three"), writer.passage("left", ending="ending::left")
    right = writer.passage("right", ending="ending::right")
    given = {"moves": {TRUST: 1}} if moves else {}
    writer.choice(start, one, grants=frozenset({"mark::kind"}), **given)
    writer.choice(start, one)
    writer.choice(one, two)
    writer.choice(two, three)
    writer.choice(three, left)
    asked = frozenset({Level(TRUST, 1).id}) if moves else frozenset({"mark::unknown"})
    writer.choice(three, right, requires=asked)
    made = writer.structure
    told = {"mark::kind": "You were kind."}
    passages = (evolve(e, conditional_flags=told if e.id == three else ()) for e in made.passages)
    return evolve(
        EMPTY_STORY,
        choice_flags=(ChoiceFlag(id="mark::kind", text="You were kind."),),
        structure=evolve(made, passages=tuple(passages)),
        prose=dict.fromkeys((start, one, two), "You walk.")
        | {three: "You stop.\n\n[kind]\nShe nods."},
    )


@pytest.mark.parametrize(("moves", "opens", "influence"), [(True, 1.0, 1.0), (False, 0.0, 0.0)])
def test_an_option_opens_what_its_stat_opens(moves: bool, opens: float, influence: float) -> None:
    """Options that only move a stat matter as much as options with a flag of their own."""
    found = measure_agency(fork(moves=moves))
    assert found.opens == AgencyFigure(value=opens, exact=True)
    assert found.influence == AgencyFigure(value=influence, exact=True)
    first, *_ = found.choices
    assert first.shift == pytest.approx(influence / 2)


def test_a_callback_three_screens_later_is_memory() -> None:
    """A reaction on the next screen is no memory."""
    found = measure_agency(fork(moves=True))
    assert found.memory == AgencyFigure(value=1.0, exact=True)
    assert found.differs is not None
    assert not found.differs.exact
    assert 0 < found.differs.value < 1
