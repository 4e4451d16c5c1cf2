"""Editions with every feature that an engine has to keep: small stories, told in plain words."""

from attrs import evolve
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Structure
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.stat import map_levels
from tests.strategies.features import with_features
from tests.strategies.stat_editions import STATS, few_ways, stat_editions
from tests.strategies.whole import whole_editions
from tests.support.editions import told as telling
from tests.support.naive_player import NaivePlayer


@st.composite
def feature_editions(draw: DrawFn) -> Edition:
    """Draw a story with attempts, hubs, a third answer, divided endings and texts by level."""
    told = draw(with_features().filter(lambda each: _has_single_labels(each.structure)))
    granted = frozenset[str]().union(*(each.grants for each in told.structure.choices))
    edition = telling(told.structure, flags={each: f"{slug_of(each)} is so." for each in granted})
    labels = {each.id: each.label for each in told.structure.choices}
    choices = (
        evolve(each, label=labels[each.id] or each.label) for each in edition.structure.choices
    )
    return evolve(
        edition,
        structure=evolve(edition.structure, choices=tuple(choices)),
        stats=STATS,
        flags={**edition.flags, **map_levels(STATS)},
        prose={
            each.id: "\n\n".join(
                [
                    edition.prose[each.id],
                    *(
                        f"[{slug_of(flag)}]\nOnly *then*: {slug_of(flag)}."
                        for flag in sorted(each.conditional_flags)
                    ),
                ]
            )
            for each in edition.structure.passages
        },
        clues=told.story.clues,
    )


def _has_single_labels(structure: Structure) -> bool:
    """Return whether no player has two open choices with one label, gets stuck, or goes round."""
    player = NaivePlayer(structure)
    return not (
        player.goes_round()
        or any(map(player.stuck, player.next))
        or any(
            len({choice.label or choice.id for choice, _ in moves}) < len(moves)
            for moves in player.next.values()
        )
    )


def engine_editions() -> st.SearchStrategy[Edition]:
    """Draw an edition with stats, with chapters and effects, or with every feature of choices."""
    return st.one_of(
        stat_editions().filter(few_ways), whole_editions(), feature_editions().filter(few_ways)
    )
