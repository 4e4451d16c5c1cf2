"""GROW and FILL skip Discuss without an author, because their content is already settled."""

import pytest

from questfoundry.domain.chat.usage import NO_USAGE
from questfoundry.domain.events.stages import PhaseCompleted, PhaseStarted
from questfoundry.domain.models.traits import LARGE_WINDOW, ModelTraits, Phase
from questfoundry.domain.outline.material import Material, MaterialPage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.testing import ScriptedAuthor
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls
from tests.support.novelist import Novelist, filled
from tests.support.small_story import GROW_JOINED, made_until, story_of, talk
from tests.support.stage_runs import Ask

LARGE = ModelTraits.from_capabilities(context_window=LARGE_WINDOW)
WORDED = [calls("submit_grow", each) for each in GROW_JOINED]


def large(*replies: Reply) -> ScriptedChatProvider:
    return ScriptedChatProvider(replies, traits=LARGE)


def submits(provider: ScriptedChatProvider) -> list[bool]:
    """Return for each request whether it asks for data."""
    names = [[tool.name for tool in each.tools] for each in provider.requests]
    return ["submit_grow" in each for each in names]


async def test_neither_discuss_nor_summarize_asks_anything() -> None:
    """A discussion about settled content would cost two calls and change nothing."""
    workshop, provider = await made_until("seed"), large(*WORDED)
    begun = len(workshop.events.events)
    await workshop.run(provider, stage="grow")

    assert submits(provider) == [True, True]
    vision = story_of(workshop).existing_vision
    for request in provider.requests:
        assert vision.tone in request.messages[1].content
    events = workshop.events.events[begun:]
    assert [each.phase for each in events if isinstance(each, PhaseStarted)] == list(Phase)
    ended = {each.phase: each for each in events if isinstance(each, PhaseCompleted)}
    for phase in ("discuss", "summarize"):
        assert (ended[phase].rounds, ended[phase].usage) == (0, NO_USAGE)


async def test_a_voice_is_found_from_what_is_settled() -> None:
    """Without a discussion, the voice still needs the vision, the title and the hook."""
    model = Novelist(traits=LARGE)
    fill, _ = await filled(model)

    asked, story = model.requests[0], fill.story
    assert asked.tools[0].name == "submit_fill"
    for told in (story.title, story.hook, story.existing_vision.style):
        assert told in asked.messages[1].content


class WithMaterial(Ask):
    """A request in a project with material."""

    def inputs(self, stage: object = None) -> StageInputs:
        page = MaterialPage(name="bible/titles.md", text="# Titles\n\nEach is a tide.")
        return super().inputs(stage).model_copy(update={"material": Material(pages=(page,))})


@pytest.mark.parametrize(
    "asked",
    [
        pytest.param(Ask(interactive=True, author=ScriptedAuthor(["/done"])), id="an author"),
        pytest.param(Ask(redo="Shorter titles."), id="a remark"),
        pytest.param(WithMaterial(), id="material"),
    ],
)
async def test_what_the_author_says_is_talked_about(asked: Ask) -> None:
    """A present author, a note or material gives the model something to discuss."""
    workshop = await made_until("grow" if asked.redo else "seed")
    provider = large(*talk(), *WORDED)
    await workshop.run(provider, asked, "grow")
    assert submits(provider) == [False, False, True, True]


async def test_of_what_is_not_sent_it_is_said() -> None:
    """A preview of a skipped discussion must not suggest that it is sent."""
    workshop = await made_until("seed")
    preview = workshop.preview(large())
    shown = {phase: preview.execute("grow", phase, StageInputs()) for phase in Phase}
    skipped = [phase for phase, each in shown.items() if each.has_no_discussion]
    assert skipped == [Phase.DISCUSS, Phase.SUMMARIZE]
    vision = story_of(workshop).existing_vision
    assert vision.tone in shown[Phase.SERIALIZE].request.messages[1].content
    usual = workshop.preview(Novelist()).execute("grow", Phase.DISCUSS, StageInputs())
    assert not usual.has_no_discussion
