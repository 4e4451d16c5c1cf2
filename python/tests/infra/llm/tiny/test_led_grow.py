"""Tests of GROW with the shipped guides: real sections and gates, a scripted model."""

import re

import pytest

from questfoundry.domain.checks.check import check
from questfoundry.domain.story.size import Size
from questfoundry.infra.llm.tiny.guides import FieldWording
from tests.support.led_stages import IDEAS, led_stages
from tests.support.small_model import Continues
from tests.support.stage_runs import shipped_prompts
from tests.support.walked_laws import is_sound

LONG_NAMES = {
    "character": "Wilhelmina Strand",
    "object": "Silver Revolver",
    "location": "Gull Point Lighthouse",
}


def guide(title):
    prompts = shipped_prompts()
    return FieldWording.load(prompts).load_guide(prompts, title)


@pytest.mark.parametrize(("idea", "size"), zip(IDEAS, Size, strict=False))
async def test_every_section_passes_its_gates_the_first_time(idea, size):
    """The embedded model cannot repair an answer. (LOC-13.1)"""
    led = await led_stages(idea, size, until="grow")
    assert led.faults == ()
    structure = led.story.existing_structure
    assert is_sound(check(structure, story=led.story))
    assert all(passage.title for passage in structure.passages)


async def test_a_choice_says_its_answer_as_an_order():
    """A label that differs from its answer makes the player choose something else than intended."""
    story = (await led_stages(IDEAS[0], until="grow")).story
    answers = {
        path.id: answer.text
        for path in story.paths
        for answer in story.dilemma(path.dilemma).answers
        if answer.id == path.answer
    }
    for choice in story.existing_structure.choices:
        if choice.takes:
            said = f"You {choice.label[0].lower()}{choice.label[1:]}"
            assert answers[choice.takes].startswith(said)


def test_every_shipped_answer_becomes_two_labels():
    """A row without two distinct labels would fail in some story much later."""
    labels = guide("GrowLabels").fields["labels"].each
    assert labels
    patterns = labels.fields["label"].patterns
    dilemmas = guide("BrainstormDilemmas").fields["dilemmas"].each
    assert dilemmas
    for row in dilemmas.draw:
        found = []
        for answer in (row["one"], row["other"]):
            filled = re.sub(r"{(\w+)}", lambda slot: LONG_NAMES[slot[1]], answer)
            matches = (re.search(pattern, filled) for pattern in patterns)
            found.append(next(match[1] for match in matches if match))
        assert found[0] != found[1]
        assert all(2 <= len(label.split()) <= 8 for label in found), found


async def test_a_title_names_only_who_and_what_is_there():
    """A title with a person from elsewhere would spoil the story or confuse the player."""
    story = (await led_stages(IDEAS[4], until="grow")).story
    beats = {beat.id: beat for beat in story.beats}
    there = {
        passage.id: {beats[passage.beats[0]].location, *beats[passage.beats[0]].entities}
        for passage in story.existing_structure.passages
    }
    named_at = [(passage.id, passage.title) for passage in story.existing_structure.passages]
    named_at += [
        (each.target, each.label) for each in story.existing_structure.choices if not each.takes
    ]
    named = 0
    for passage, text in named_at:
        for entity in story.list_kept_entities():
            bare = re.sub(r"^(the|an?) ", "", entity.name, flags=re.IGNORECASE)
            if re.search(rf"\b{re.escape(bare)}\b", text):
                named += 1
                assert entity.id in there[passage], text
    assert named


async def test_the_smallest_structure_takes_few_texts_of_the_model():
    """Naming a structure must take seconds on a laptop, so few texts come from the model."""
    before, after = Continues(), Continues()
    await led_stages(IDEAS[0], model=before)
    await led_stages(IDEAS[0], model=after, until="grow")
    texts = [{each.messages for each in model.asked} for model in (before, after)]
    assert len(texts[1]) - len(texts[0]) <= 4
