"""Tests of BRAINSTORM and SEED with the shipped guides and gates and a scripted model."""

import re
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from questfoundry.domain.ids import make_id
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.entity import EntityKind
from questfoundry.domain.story.size import PRESETS, Size
from questfoundry.infra.llm.tiny.guides import FieldWording, Guide
from tests.support.examples import examples
from tests.support.led_stages import IDEAS, led_stages
from tests.support.small_model import Continues
from tests.support.stage_runs import shipped_prompts

TITLES = (
    "BrainstormEntities",
    "BrainstormDilemmas",
    "SeedEntities",
    "SeedDilemmas",
    "SeedPaths",
    "SeedBeats",
    "SeedFrame",
)


def guide(title: str) -> Guide:
    prompts = shipped_prompts()
    return FieldWording.load(prompts).load_guide(prompts, title)


def guides_in(one: Guide):
    yield one
    rows = [each for row in one.in_turn for each in row]
    inner = [*one.cases.values(), *rows, *one.fields.values(), *([one.each] if one.each else [])]
    for each in inner:
        yield from guides_in(each)


@pytest.mark.parametrize("size", Size)
@pytest.mark.parametrize("idea", IDEAS[:3])
async def test_every_section_passes_its_gates_the_first_time(size, idea):
    """The embedded model cannot repair an answer."""
    led = await led_stages(idea, size)
    assert led.faults == ()
    assert len(led.story.entities) in PRESETS[size].entities
    hard = [
        each for each in led.story.dilemmas if each.course and each.course.weight is Weight.HARD
    ]
    chapters = max(1, len(led.story.chapters))
    assert chapters in PRESETS[size].chapters
    assert len(hard) // chapters in PRESETS[size].hard_dilemmas


@examples(15, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(min_size=1, max_size=80).filter(str.strip), st.sampled_from(Size))
async def test_any_idea_gets_a_plan(idea, size):
    """Random ideas reveal words that break a table or a pattern."""
    assert (await led_stages(idea, size)).faults == ()


NEAR = (
    ("A baker inherits a lighthouse that has no door", "A lighthouse keeper hears voices"),
    ("Two cats run a detective agency", "A detective who is allergic to cats"),
    ("A wedding on a sinking ship", "A ship's cook falls in love at sea"),
    ("The last train out of a flooded city", "A ghost train that stops every night"),
    ("A robot learns to paint", "The robot who wanted to be a poet"),
    ("A village where nobody can lie", "A liar comes to an honest village"),
    ("A dragon opens a school", "A school for young dragon riders"),
    ("A spy who forgets her mission", "A spy must marry her enemy"),
    ("A lighthouse", "The lighthouse"),
    ("A space station runs out of coffee", "The crew of a space station finds a garden"),
)


@pytest.mark.parametrize(("one", "other"), NEAR)
async def test_two_ideas_about_the_same_thing_share_no_name_no_title_and_no_question(one, other):
    """Two authors with similar ideas must not get the same story. (LOC-12.6)"""

    async def named(idea):
        story = (await led_stages(idea, until="grow")).story
        questions = frozenset(each.question for each in story.dilemmas)
        motifs = frozenset([frozenset(each.id for each in story.dilemmas)])
        names = frozenset(each.name for each in story.entities)
        return names | questions | motifs | {story.title}

    assert (await named(one)).isdisjoint(await named(other))


async def test_other_ideas_get_other_entities_dilemmas_and_structures():
    """Tables must have enough variety, or all stories look alike."""
    stories = [(await led_stages(idea)).story for idea in IDEAS]
    places = [
        {each.name for each in story.entities if each.kind is EntityKind.LOCATION}
        for story in stories
    ]
    assert all(mine.isdisjoint(next_) for mine, next_ in pairwise(places))
    questions = [each.question for story in stories for each in story.dilemmas]
    assert len(set(questions)) == len(questions)
    kinds = {tuple(each.kind for each in story.entities) for story in stories}
    assert len(kinds) > 1
    residues = [
        path.delayed_effect.text for story in stories for path in story.paths if path.delayed_effect
    ]
    assert len(set(residues)) == len(residues) > 1


async def test_the_same_idea_gets_the_same_bytes():
    """A replay is only possible if the same idea gives the same answers. (LOC-4.1)"""
    first, again = await led_stages(IDEAS[0]), await led_stages(IDEAS[0])
    assert first.texts == again.texts


async def test_all_characters_stand_in_a_dilemma_and_all_that_stays_in_a_beat():
    """An unused character or place is a finding and wastes the reader's attention."""
    for idea in IDEAS:
        story = (await led_stages(idea)).story
        anchors = {anchor for dilemma in story.dilemmas for anchor in dilemma.anchors}
        characters = [e.id for e in story.entities if e.kind is EntityKind.CHARACTER]
        assert len(anchors.intersection(characters)) == min(2, len(characters))
        seen = {each for beat in story.beats for each in (beat.location, *beat.entities)}
        assert seen == {entity.id for entity in story.entities if entity.is_kept}


async def test_a_path_begins_with_its_answer_and_so_does_its_commit():
    """A commit beat that does not show the chosen answer confuses the player."""
    story = (await led_stages(IDEAS[0])).story
    answers = {answer.id: answer.text for each in story.dilemmas for answer in each.answers}
    for path in story.paths:
        assert path.summary.startswith(answers[path.answer])
        (commit,) = (b for b in story.beats if b.path == path.id and b.role.value == "commit")
        assert commit.summary.startswith(answers[path.answer])


async def test_the_smallest_plan_takes_fewer_than_fifty_texts_of_the_model():
    """A plan must be ready within minutes on a laptop, so the number of texts is limited."""
    model = Continues()
    await led_stages(IDEAS[0], model=model)
    assert len({asked.messages for asked in model.asked}) < 50


@pytest.mark.parametrize("title", TITLES)
def test_no_sentence_begins_with_a_name_that_the_model_could_go_on_with(title):
    begins = [begin for each in guides_in(guide(title)) for begin in each.begins]
    assert not [begin for begin in begins if begin.endswith(("}", " ", "."))]


def test_every_row_of_kinds_begins_with_a_character_two_locations_and_an_object():
    (entities,) = guide("BrainstormEntities").fields.values()
    assert entities.each
    for row in entities.each.fields["kind"].in_turn:
        kinds = [each.fixed for each in row]
        assert kinds[:4].count("character") >= 1
        assert kinds[:4].count("location") >= 2
        assert "object" in kinds[:5]
        assert set(kinds) <= set(EntityKind)


def test_the_tables_of_names_make_different_ids():
    (entities,) = guide("BrainstormEntities").fields.values()
    assert entities.each
    for kind, table in entities.each.fields["name"].cases.items():
        names = [name for name in table.choose if kind != "character"]
        for words in (*table.vary.values(), names):
            assert len({make_id(kind, each) for each in words}) == len(words)
            assert words == names or len(words) >= 40


def test_each_row_of_dilemmas_is_whole_and_asks_something_else():
    (dilemmas,) = guide("BrainstormDilemmas").fields.values()
    assert dilemmas.each
    rows = dilemmas.each.draw
    for column in ("about", "title", "question"):
        assert len({row[column] for row in rows}) == len(rows) >= 70
    for row in rows:
        assert row["question"].endswith("?")
        assert row["one"] != row["other"]
        for answer in (row["one"], row["other"]):
            assert re.fullmatch(r"You [^.?!]+\.", answer), answer
        slots = set(re.findall(r"{(\w+)}", " ".join(row.values())))
        assert slots <= {"character", row["anchor"]}, row["title"]
        assert row["anchor"] in slots, row["title"]


def test_the_first_dilemma_is_always_hard_and_explored_on_both_sides():
    each = guide("SeedDilemmas").fields["dilemmas"].each
    assert each
    assert all(row[0].fixed == "both" for row in each.fields["explore"].in_turn)
    hard = each.fields["weight"].cases["both"]
    assert all(row[0].fixed == "hard" for row in hard.in_turn)
