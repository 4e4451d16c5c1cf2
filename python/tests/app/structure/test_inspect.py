"""The counts of the inspection match a walk of every playthrough."""

from collections import Counter

from attrs import evolve
from hypothesis import given

from questfoundry.app.structure.census import count_passage_words
from questfoundry.app.structure.inspect import inspect_foreign, inspect_story
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.beat import BeatRole
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.size import Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.weave import weave
from questfoundry.domain.writing.passage_lengths import plan_word_range
from tests.strategies.shapes import plans
from tests.support.deeds import with_act
from tests.support.examples import examples
from tests.support.naive_player import playthroughs
from tests.support.series import series
from tests.support.shapes import Shape, shaped, soft_and_hard
from tests.support.stat_story import stat_story


def woven(story: Story) -> Story:
    """Return the story with a structure and all its beats."""
    made = weave(story)
    return evolve(story, structure=made.structure, beats=made.beats)


@examples(25)
@given(plans(most=4))
def test_arcs_shares_and_lengths_are_those_of_all_playthroughs(plan: Story) -> None:
    """The fast counting must agree with brute force, or reports are wrong."""
    story = woven(plan)
    structure, census = story.existing_structure, inspect_story(story)
    endings = {passage.id: passage.ending for passage in structure.passages}
    beats = {passage.id: set(passage.beats) for passage in structure.passages}
    all_met = [met for met, _ in playthroughs(structure)]

    assert census.arcs == len(all_met)
    assert {each.id: each.arcs for each in census.endings} == Counter(
        endings[met[-1]] for met in all_met
    )
    commits = {each.id: each.path for each in story.beats if each.role is BeatRole.COMMIT}
    taken = Counter(
        commits[beat]
        for met in all_met
        for beat in set().union(*(beats[passage] for passage in met)) & set(commits)
    )
    paths = [path for dilemma in census.dilemmas for path in dilemma.paths]
    assert {path.id: path.arcs for path in paths} == taken
    for dilemma in census.dilemmas:
        assert sum(path.arcs or 0 for path in dilemma.paths) == census.arcs

    assert census.shortest is not None
    assert census.longest is not None
    assert len(census.shortest.passages) == min(map(len, all_met))
    assert len(census.longest.passages) == max(map(len, all_met))
    assert {census.shortest.passages, census.longest.passages} <= set(all_met)
    words = count_passage_words(story)
    assert census.words.most == sum(each.most for each in words.values())
    assert census.longest.words.least == sum(words[each].least for each in census.longest.passages)


def test_arcs_are_exact_beyond_any_walking_until_there_are_too_many_states() -> None:
    """Counting must give up with a reason instead of running for hours."""
    census = inspect_story(woven(soft_and_hard(100, 4)))
    assert census.arcs == 2**104
    assert sum(each.arcs or 0 for each in census.endings) == 2**104

    story = ForeignStory(title="", structure=series(soft=9, late=9), words={})
    assert inspect_foreign(story).arcs == 2**9
    census = inspect_foreign(story, max_steps=200)
    assert (census.arcs, census.longest) == (None, None)
    assert "too many flags" in census.uncounted


def test_a_path_has_its_own_passages_and_forks() -> None:
    """Authors see the extra work of a path, so only its own passages count. (SEE-4.1)"""
    shape = {"shared": 1, "tails": (1, 1)}
    counts = {}
    for residue in Residue:
        story = woven(shaped(Shape(residue=residue, **shape), Shape(hard=True), size=Size.LONG))
        counts[residue] = inspect_story(story).dilemmas[0].paths[0].passages
    assert counts[Residue.HEAVY] == counts[Residue.LIGHT] + 1 == counts[Residue.COSMETIC] + 1

    story = woven(shaped(Shape(tails=(2,)), Shape(hard=True)))
    told, split = inspect_story(story).dilemmas
    assert (told.forks, [path.arcs for path in told.paths]) == ((), [2])
    assert [path.arcs for path in split.paths] == [1, 1]


def test_written_passages_count_as_their_players_read_them() -> None:
    """Real word counts are better than planned ones, and exclude texts of others."""
    story = woven(shaped(Shape(hard=True), size=Size.MICRO))
    first = story.existing_structure.passages[0]
    before = inspect_story(story)
    after = inspect_story(evolve(story, prose={first.id: "one two three four"}))
    planned = plan_word_range(story, first)
    assert (before.written, after.written) == (0, 1)
    assert after.words.most == before.words.most - planned.most + 4

    structure = story.existing_structure
    start = structure.start
    acted = with_act(story, start, {"Nod": "She nodded.", "Wait": "She waited."})
    (after,) = {each.target for each in acted.existing_structure.outgoing_choices(start)}
    inserts = "\n\n".join(f"[{slug_of(mark.id)}]\nThree words more." for mark in acted.choice_flags)
    written = evolve(acted, prose={after: f"{inserts}\n\nOne two three four."})
    prose = {name: "One." for name in (each.id for each in structure.passages) if name != after}
    census = inspect_story(evolve(written, prose={**written.prose, **prose}))
    assert census.shortest is not None
    assert census.shortest.words.most == len(census.shortest.passages) - 1 + 4 + 3


def test_each_side_of_a_stat_is_counted_for_random_players() -> None:
    """A threshold that nearly everyone passes decides nothing. (SEE-4.1)"""
    trust, air = inspect_story(stat_story()).stats
    assert trust.raised_by == ("Offer Win your second bottle", "Thank her for waiting")
    assert air.lowered_by == ("Offer Win your second bottle", "Go up")
    read = {(each.reader, each.values): round(each.share or 0, 2) for each in air.readings}
    assert read == {
        ("Swim the shaft", "at least +1"): 0.33,
        ("Swim the shaft", "at most 0"): 0.67,
        ("conditional text", "at most \N{MINUS SIGN}1"): 0.17,
    }
    assert [each.passage for each in trust.readings].count("passage::surface") == 2
