"""The writer keeps the best of several attempts at a passage."""

from attrs import evolve

from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.writing.write_passage import PassageAttempt, PassageWriter
from questfoundry.domain.story.story import EMPTY_STORY
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.domain.writing.outline import StoryOutline
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.support.briefings import BRIEFING, VOICE
from tests.support.stage_runs import VISION, Workshop, one_provider

TWO_DOUBTS = "You wait. What do you do?"


async def written(*texts: str) -> tuple[PassageAttempt, ScriptedChatProvider]:
    """Return the attempt that is kept of ``texts``, and the model that wrote them."""
    provider = ScriptedChatProvider([says(text) for text in texts])
    story = DreamStage().apply(EMPTY_STORY, DreamArtifact.model_validate(VISION))
    workshop = Workshop()
    writer = PassageWriter.from_run(
        workshop.begun(one_provider(provider)),
        evolve(story, voice=VOICE),
        workshop.prompts,
        outline=StoryOutline(lines=(), line_numbers={}),
    )
    return await writer.write_passage(BRIEFING), provider


async def test_prose_with_findings_is_better_than_none() -> None:
    draft, _ = await written(TWO_DOUBTS, "", "")
    assert draft.prose == TWO_DOUBTS
    assert len(draft.findings) == 2
