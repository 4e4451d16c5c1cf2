"""Tests for chapters, which are woven like short stories and begin where all players meet."""

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.checks.check import check
from questfoundry.domain.story.beat import pause_id
from questfoundry.domain.story.size import PRESETS, Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import map_variants
from questfoundry.domain.weaving.plan import read_plan, read_plans
from questfoundry.domain.weaving.weave import weave
from tests.strategies.shapes import CHANCES
from tests.support.examples import examples
from tests.support.planner import planned
from tests.support.walked_laws import is_sound

SIZES = st.sampled_from([Size.MEDIUM, Size.LONG])


def woven(size: Size, seed: int, chapter: int | None = None) -> Story:
    story = planned(size, seed, chapter=chapter)
    made = weave(story)
    return evolve(story, beats=made.beats, structure=made.structure)


def first_passages(story: Story) -> list[str]:
    """Return the passage that each chapter begins with."""
    passages = story.existing_structure.passages
    openings = [each.setup[0] for each in story.chapters if each.setup]
    return [each.id for beat in openings for each in passages if beat in each.beats]


@given(SIZES, CHANCES)
@examples(6)
def test_all_players_meet_where_a_chapter_begins(size: Size, seed: int) -> None:
    """Chapters bound a long story only if all players meet there. (CHP-2.1)"""
    story = woven(size, seed)
    structure, firsts = story.existing_structure, first_passages(story)
    assert len(story.chapters) in PRESETS[size].chapters
    assert len(firsts) == len(story.chapters)
    assert len(structure.passages) <= len(firsts) * PRESETS[size].passages.most
    for first in firsts:
        reached, waiting = {structure.start}, [structure.start]
        while waiting:
            here = waiting.pop()
            for each in structure.selectable_choices(here):
                if each.target not in reached and each.target != first:
                    reached.add(each.target)
                    waiting.append(each.target)
        if first != structure.start:
            assert not any(structure.passage(each).ending for each in reached)
            assert not reached.intersection(firsts[firsts.index(first) :])


@given(CHANCES)
@examples(6)
def test_a_story_with_chapters_is_sound(seed: int) -> None:
    """Joining chapters must not break a law."""
    story = woven(Size.MEDIUM, seed)
    assert is_sound(check(story.existing_structure, story=story))
    endings = {each.ending for each in story.existing_structure.passages if each.ending}
    assert len(endings) in PRESETS[Size.MEDIUM].endings


@given(SIZES, CHANCES)
@examples(6)
def test_what_splits_a_chapter_is_felt_in_the_next(size: Size, seed: int) -> None:
    """A decision that the next chapter ignores would seem to have no consequence."""
    story = planned(size, seed)
    for chapter, following in zip(story.chapters, story.chapters[1:], strict=False):
        beats = {each.id for each in story.beats if each.dilemma in following.dilemmas}
        endings = {each.id for each in story.beats if each.ending}
        for path in story.paths:
            if path.dilemma in chapter.dilemmas and path.delayed_effect:
                own = {each.id for each in story.beats if each.dilemma in chapter.dilemmas}
                assert path.delayed_effect.beat in beats | own | endings
    last = story.chapters[-1].dilemmas
    never = {each.dilemma for each in story.paths if not each.delayed_effect}
    assert {each.id for each in story.dilemmas if story.splits_end(each)} == never <= {*last}


@given(CHANCES)
@examples(5)
def test_a_story_that_is_planned_up_to_a_chapter_ends_there(seed: int) -> None:
    """A half-planned story must still be playable and sound. (CHP-4.1)"""
    story = woven(Size.MEDIUM, seed, chapter=1)
    structure = story.existing_structure
    assert [bool(each.setup) for each in story.chapters] == [True, False, False]
    ends = {each.ending for each in structure.passages if not structure.outgoing_choices(each.id)}
    assert ends == {pause_id(story.chapters[0].id)}
    assert is_sound(check(structure, story=story))


@given(SIZES, CHANCES)
@examples(5)
def test_what_splits_a_chapter_before_the_last_is_told_once(size: Size, seed: int) -> None:
    """Copying the arms of each dilemma would multiply the passages of every chapter."""
    story = woven(size, seed)
    for number, chapter in enumerate(story.chapters[:-1]):
        heavy = map_variants(read_plans(story))
        splitting = read_plan(story, number).splitting_storylines
        assert {each.dilemma.id for each in splitting} <= {*chapter.dilemmas}
        for place, strand in enumerate(splitting):
            before = {arm.path.id for each in splitting[:place] for arm in each.arms}
            for beat in (arm.beats[0].id for arm in strand.arms):
                telling = [each for each in story.existing_structure.passages if beat in each.beats]
                assert len(telling) == len(heavy.get(beat, (None,)))
                for each in telling:
                    assert before <= {trace.path for trace in each.remembers} | {
                        arm.path.id for arm in heavy.get(beat, ())
                    }
