"""Tests of the answers that the draft writer gives to requests."""

import json

import pytest
from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import user
from questfoundry.domain.errors import PromptError, RefusedError
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.publication import SCENE_RECORD, Publication
from questfoundry.domain.story.size import Size
from questfoundry.infra.llm.draft.chat import DraftChatProvider
from questfoundry.infra.llm.draft.draw import WordingError
from questfoundry.infra.llm.draft.provider import DRAFT
from tests.support.stage_runs import shipped_prompts

IDEA = "A ferryman promised dying Tamsin Pell to burn her letters. Her sister Ines wants them."
DREAM = ChatRequest(
    messages=(user(IDEA),),
    response_schema={"type": "object"},
    about=SectionSubject(stage="dream", section="dream", idea=IDEA),
)
SHOWN = 160
"""The most characters of the vision that the summary of the stage DREAM shows."""
GENERAL = (
    "Your idea has no question mark: this draft asks a general question and leaves your own open."
)
DECIDE = "The player decides what your idea leaves to decide."
READ = "Your idea has no question mark: this draft asks what its words leave open."


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


async def test_a_scene_with_a_slot_that_the_idea_does_not_fill_is_named(provider, monkeypatch):
    """Writers of scenes for a package must learn where the fault is."""

    def draw(*_args):
        raise WordingError("the slot {who} asks for something that is not there", scene="opening")

    monkeypatch.setattr("questfoundry.infra.llm.draft.chat.draw_story", draw)
    with pytest.raises(PromptError, match=r"yaml, scene opening: the slot \{who\}.*Test the slot"):
        await provider.complete(DREAM)


async def envision(provider, idea):
    about = SectionSubject(stage="dream", section="dream", idea=idea)
    return json.loads((await provider.complete(evolve(DREAM, about=about))).text)


@pytest.mark.parametrize(
    ("idea", "start"),
    [
        ("A flute was stolen.", f"{GENERAL} Is the lost one ever found? "),
        (IDEA, f"{DECIDE} Do you burn Tamsin Pell's letters? "),
        ("Nair is the only one who knows.", f"{GENERAL} Does the truth come out? "),
        ("Tomas must burn it or sell it.", f"{READ} Does Tomas burn it, or sell it? "),
        (
            "Who ate the moon?",
            "This draft asks your question; its endings do not say what the answer is. ",
        ),
    ],
)
async def test_the_vision_says_first_what_becomes_of_the_question(provider, idea, start):
    """An author must not find out at the end that the story asks something else."""
    vision = await envision(provider, idea)
    assert vision["creative_vision"].startswith(start)
    assert len(start) < SHOWN


async def test_the_vision_says_that_the_idea_keeps_its_own_question(provider):
    """The author should know whose question the draft asks; its players need not. (DRF-1.1)"""
    vision = await envision(provider, "A flute was stolen.")
    assert "leaves your own open" in vision["creative_vision"]
    credits = Publication(author="Ann", credits="Bo").add_scene_credit(vision["style"]).credits
    assert credits == "Bo; A draft from scenes that come with QuestFoundry (MIT licence)"


async def test_of_a_question_of_the_idea_nothing_is_said(provider):
    """The story asks it word for word. (DRF-4.1)"""
    vision = await envision(provider, "Should Ines burn the letters?")
    assert "question" not in vision["creative_vision"]
