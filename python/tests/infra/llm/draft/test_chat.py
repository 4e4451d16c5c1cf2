"""Tests of the answers that the draft writer gives to requests."""

import json

import pytest
from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import user
from questfoundry.domain.errors import RefusedError
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.publication import SCENE_RECORD, Publication
from questfoundry.domain.story.size import Size
from questfoundry.infra.llm.draft.chat import DraftChatProvider
from questfoundry.infra.llm.draft.provider import DRAFT
from tests.support.stage_runs import shipped_prompts

IDEA = "A ferryman promised dying Tamsin Pell to burn her letters. Her sister Ines wants them."
DREAM = ChatRequest(
    messages=(user(IDEA),),
    response_schema={"type": "object"},
    about=SectionSubject(stage="dream", section="dream", idea=IDEA),
)


@pytest.fixture
def provider():
    model = ModelRef("draft", "scenes")
    return DraftChatProvider(
        model=model, traits=DRAFT.traits_of("scenes"), prompts=shipped_prompts()
    )


async def test_the_vision_records_its_scenes(provider):
    pieces: list[str] = []
    vision = json.loads((await provider.complete(DREAM, pieces.append)).text)
    assert SCENE_RECORD.search(vision["style"])
    assert json.loads("".join(pieces)) == vision


async def test_equal_requests_get_equal_answers(provider):
    assert await provider.complete(DREAM) == await provider.complete(DREAM)


async def test_a_larger_size_is_refused_with_advice(provider):
    about = SectionSubject(stage="dream", section="dream", idea=IDEA, size=Size.LONG)
    with pytest.raises(RefusedError, match="micro stories only"):
        await provider.complete(evolve(DREAM, about=about))


async def test_talk_is_answered_plainly(provider):
    answer = await provider.complete(ChatRequest(messages=(user("Hello"),)))
    assert "language model" in answer.text
    await provider.close()
    await provider.close()


async def test_the_vision_says_first_that_the_idea_asks_nothing(provider):
    """An author must not find out at the end that the story asks something else. (DRF-4.2)"""
    vision = json.loads((await provider.complete(DREAM)).text)
    assert vision["creative_vision"].startswith("Your idea asks no question")
    credits = Publication(author="Ann", credits="Bo").add_scene_credit(vision["style"]).credits
    assert credits.startswith("Bo; ")
    assert "the idea asks none" in credits
    about = SectionSubject(stage="dream", section="dream", idea="Should Ines burn the letters?")
    other = json.loads((await provider.complete(evolve(DREAM, about=about))).text)
    assert "asks no question" not in other["creative_vision"]
    assert "asks none" not in Publication().add_scene_credit(other["style"]).credits
