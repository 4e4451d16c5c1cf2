"""Random playthroughs count what players meet and find dead ends."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from questfoundry.app.playing.routes import MOST_CHOICES, RandomPlays, play_at_random
from questfoundry.domain.checks.check import check
from questfoundry.domain.solver.search import find_shortest_playthrough
from questfoundry.domain.solver.space import explore, find_longest_playthrough
from questfoundry.domain.story.passage import Structure
from tests.strategies.structures import structures
from tests.support.examples import examples
from tests.support.structures import choice, joined
from tests.support.walked_laws import is_sound


def plays(structure: Structure, times: int = 200, seed: int = 1) -> RandomPlays:
    return play_at_random(structure, plays=times, rng=Random(seed))


def story(*pairs: str, endings: str = "", **flags: dict[str, str]) -> Structure:
    """Return passages of one letter, joined in pairs; ``flags`` holds flags by choice."""
    return joined(
        *(choice(pair, *pair, **flags.get(pair, {})) for pair in pairs),
        **{letter: letter for letter in endings},
    )


def test_every_passage_is_counted_and_each_open_choice_is_as_likely() -> None:
    """Unequal chances or a missing count would hide branches. (SEE-6.2)"""
    found = plays(story("ab", "ac", "bd", endings="cd"))
    assert (found.plays, found.passages["passage::a"]) == (200, 200)
    assert found.passages["passage::b"] == found.choices["choice::ab"] == found.endings["ending::d"]
    assert sum(found.endings.values()) == 200
    assert (found.shortest, found.longest) == (2, 3)
    assert (dict(found.stuck), found.given_up) == ({}, 0)

    structure = story("ab", "ac", "ad", endings="bcd", ad={"requires": "x"})
    found = plays(structure, 2_000)
    assert 900 < found.choices["choice::ab"] < 1_100
    assert found.choices["choice::ad"] == 0


def test_a_player_can_be_stuck_or_go_round_in_circles() -> None:
    """A stuck player is the bug to find, and loops must end. (PIP-9.2)"""
    structure = story(
        *("ab", "ac", "bd", "cd", "de"), endings="e", ab={"grants": "x"}, de={"requires": "x"}
    )
    found = plays(structure)
    assert found.stuck["passage::d"] == found.choices["choice::ac"]
    assert found.endings == {"ending::e": found.choices["choice::ab"]}

    found = plays(story("ab", "ba"), 2)
    assert (found.given_up, found.choices["choice::ab"]) == (2, MOST_CHOICES)
    assert (found.shortest, found.longest) == (0, 0)


@given(structure=structures(loops=False), seed=st.integers(0, 9))
@examples(60)
def test_chance_meets_what_can_be_met_and_nothing_else(structure: Structure, seed: int) -> None:
    """Random plays must agree with the exact search and repeat by seed. (SEE-6.2)"""
    found = plays(structure, 50, seed)
    assert found == plays(structure, 50, seed)
    space = explore(structure)
    reachable = {structure.passages[place].id for place in space.passage}
    assert {each for each, count in found.passages.items() if count} <= reachable
    if is_sound(check(structure)):
        assert not found.stuck
        assert len(find_shortest_playthrough(structure) or ()) < found.shortest
        assert found.longest <= len(find_longest_playthrough(space) or ()) + 1


def test_a_thousand_plays_of_three_hundred_passages_all_end() -> None:
    """Large stories must finish their random plays in time."""
    pairs = [(str(place), str(place + step)) for place in range(300) for step in (1, 2)]
    choices = [choice(f"{here}-{there}", here, there) for here, there in pairs]
    structure = joined(*choices, **{"300": "over", "301": "over"})
    found = plays(structure, 1_000)
    assert found.endings == {"ending::over": 1_000}
