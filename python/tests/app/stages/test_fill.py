"""FILL as a stage: its discussion, and the rules for an author's edits."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.stages.fill import FillStage
from questfoundry.domain.artifacts.fill import FillArtifact
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.traits import (
    Capabilities,
    ModelTraits,
    Profile,
    PromptStyle,
    StructuredOutput,
)
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.story import Story
from questfoundry.domain.story.voice import Fact, FillVoice, Person
from questfoundry.testing import ScriptedAuthor
from tests.docs.test_prompts import EXTRACTING, LOOPING, MARKUP, dotted, ends, read_of
from tests.support.novelist import VOICE, FillWorkshop, Novelist, passage_asked
from tests.support.small_story import MARA, TITLES, story_of
from tests.support.stage_runs import Ask, shipped_prompts


async def asked(
    *,
    interactive: bool = False,
    structured_output: StructuredOutput = StructuredOutput.TOOL,
    style: PromptStyle = PromptStyle.FULL,
) -> list[ChatRequest]:
    """Return all requests of a FILL run."""
    traits = ModelTraits(
        capabilities=Capabilities(context_window=32_768, json_schema=True),
        profile=Profile(structured_output=structured_output, prompt_style=style),
    )
    fill, model = await FillWorkshop.made(concurrency=1), Novelist(traits=traits)
    author = ScriptedAuthor(["/done"]) if interactive else None
    request = Ask(interactive=interactive, author=author, review=True)
    await fill.run(model).execute("fill", request)
    return model.requests


@pytest.mark.parametrize("style", PromptStyle)
@pytest.mark.parametrize("structured_output", StructuredOutput)
@pytest.mark.parametrize("interactive", [True, False])
async def test_everything_is_filled_and_nothing_loops_or_extracts(
    interactive: bool, structured_output: StructuredOutput, style: PromptStyle
) -> None:
    """Unfilled template markup or an invitation to loop degrades every passage."""
    for request in await asked(
        interactive=interactive, structured_output=structured_output, style=style
    ):
        for text in read_of(request):
            for wrong in (MARKUP, LOOPING, EXTRACTING):
                assert not wrong.search(text), text
            assert "None" not in text.split(), text


async def test_what_matters_stands_at_both_ends_of_a_request_for_prose() -> None:
    """Models forget rules in the middle of a long prompt; equal inputs give equal requests."""
    for request in await asked():
        if passage_asked(request):
            system, last = ends(request.messages[0].content)[0], request.messages[1].content
            for part in (system, ends(last)[1]):
                assert "prose" in part
            for part in (request.messages[0].content.lower(), ends(last)[1]):
                assert "second person" in part
                assert "present tense" in part

    assert await asked() == await asked()


async def test_the_voice_is_discussed_without_what_branches() -> None:
    """A voice that depends on one branch would not fit the other branches."""
    discuss, summarize, *_ = await asked(interactive=True)
    system, opening = (message.content for message in discuss.messages)
    for word in ("person", "tense", "diction", "rhythm"):
        assert word in system
        assert word in summarize.messages[-1].content
    for known in ("The Drowned Ledger", "Mara Voss", "The tide bell wakes Mara.", "Read Aloud"):
        assert known in opening
    assert opening.count("The player is Mara Voss: ") == 1
    assert "- Mara Voss (the player)" in opening
    for title in TITLES.values():
        assert title not in opening
    assert "hand it over" not in opening


def test_the_guides_name_exactly_what_a_model_fills() -> None:
    """A guide for a missing field, or a field without guide, confuses the model."""
    schema = FillVoice.model_json_schema()
    fields = set(dotted(schema, schema))
    assert set(shipped_prompts().wording("fields/fill")) == fields
    assert set(shipped_prompts().wording("local/fill_voice")["fields"]) <= fields


@pytest.fixture(scope="module")
def story() -> Story:
    return story_of(asyncio.run(FillWorkshop.made()).workshop)


def written(**changes: Mapping[str, Any]) -> dict[str, Any]:
    passages: dict[str, Any] = {f"passage::{slug}": {"prose": "You wait."} for slug in TITLES}
    for slug, change in changes.items():
        passages[f"passage::{slug.replace('_', '-')}"] = change
    return {"voice": VOICE, "passages": passages}


def faults_of(story: Story, data: dict[str, Any]) -> list[str]:
    accepted = FillStage().validate(data, story=story, prompts=shipped_prompts())
    faults = accepted if isinstance(accepted, tuple) else ()
    return [f"{fault.field}: {fault.kind.value}" for fault in faults]


def test_an_edit_may_have_gaps_and_leftovers_but_no_faults(story: Story) -> None:
    """After a passage was added or removed, all other texts can still be edited. (FIL-6.2)"""
    fact = {"entity": MARA, "fact": "Mara limps."}
    assert faults_of(story, written(setup_1={"prose": "You limp.", "facts": [fact]})) == []
    gap = written(moon={"prose": "It is full."})
    del gap["passages"]["passage::setup-1"]
    assert faults_of(story, gap) == []
    gap["passages"]["passage::setup-2"] = gap["passages"].pop("passage::moon")
    assert "passages.passage::setup-2: invalid" in faults_of(story, gap)
    fact = {"entity": "character::moon", "fact": "It is full."}
    about = written(setup_1={"prose": "You limp.", "facts": [fact]})
    assert faults_of(story, about) == ["passages.passage::setup-1.facts.0.entity: invalid"]
    assert faults_of(story, written(setup_1={"prose": "  "})) != []


def test_the_story_gets_its_voice_its_prose_and_its_facts(story: Story) -> None:
    """Exports and checks read prose and facts from the story. (FIL-1.1)"""
    fact = {"entity": MARA, "fact": "Mara limps."}
    data = written(setup_1={"prose": "You limp.", "facts": [fact]}, moon={"prose": "It is full."})
    told = FillStage().apply(story, FillArtifact.model_validate(data))
    assert told.existing_voice.person is Person.SECOND
    assert told.prose["passage::setup-1"] == "You limp."
    assert set(told.prose) == {f"passage::{slug}" for slug in TITLES}
    assert told.facts == (Fact(entity=MARA, text="Mara limps.", passage="passage::setup-1"),)


def test_a_structure_without_an_order_of_writing_is_refused(story: Story) -> None:
    """In a cycle no passage can be written first, so FILL must refuse the structure."""
    structure = story.existing_structure
    back = Choice(id="choice::back", source=structure.start, target=structure.start)
    looped = evolve(story, structure=evolve(structure, choices=(back, *structure.choices)))
    with pytest.raises(InputError, match="order of writing"):
        FillStage().require(looped)
