"""GROW and FILL skip Discuss without an author or research tools: their content is settled."""

import pytest

from questfoundry.app.agent import ToolOffer
from questfoundry.domain.chat.usage import NO_USAGE
from questfoundry.domain.errors import UnreachableError
from questfoundry.domain.events.stages import PhaseCompleted, PhaseStarted
from questfoundry.domain.models.traits import LARGE_WINDOW, ModelTraits, Phase
from questfoundry.domain.outline.material_parts import Material, MaterialPage
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.modes import PhaseMode
from questfoundry.testing import ScriptedAuthor
from questfoundry.testing.scripted import Reply, ScriptedChatProvider, calls
from tests.support.novelist import Novelist, filled
from tests.support.small_story import GROW_JOINED, grow_script, made_until, story_of, talk
from tests.support.stage_runs import Ask
from tests.support.tools import LookupTool

LARGE = ModelTraits.from_capabilities(context_window=LARGE_WINDOW)
FULL = StageInputs(phases=PhaseMode.FULL)
WORDED = [calls("submit_grow", each) for each in GROW_JOINED]


def large(*replies: Reply) -> ScriptedChatProvider:
    return ScriptedChatProvider(replies, traits=LARGE)


def submits(provider: ScriptedChatProvider) -> list[bool]:
    """Return for each request whether it asks for data."""
    names = [[tool.name for tool in each.tools] for each in provider.requests]
    return ["submit_grow" in each for each in names]


@pytest.mark.parametrize("phases", PhaseMode)
@pytest.mark.parametrize("is_large", [True, False])
async def test_neither_discuss_nor_summarize_asks_anything(
    is_large: bool, phases: PhaseMode
) -> None:
    """A discussion of settled content changes nothing. (STG-1.6)"""
    workshop = await made_until("seed")
    provider = large(*WORDED) if is_large else ScriptedChatProvider(grow_script())
    begun = len(workshop.events.events)
    await workshop.run(provider, Ask(phases=phases), "grow")

    assert submits(provider) == [True] * len(provider.requests)
    assert len(provider.requests) == (len(WORDED) if is_large else len(grow_script()))
    vision = story_of(workshop).existing_vision
    temperatures = [each.temperature for each in provider.requests]
    assert temperatures[0] == 0.1
    assert {*temperatures} == {0.1, 0.8}
    for each in provider.requests:
        shown = each.messages[1].content
        if each.temperature == 0.8:
            assert vision.creative_vision in shown
            assert vision.tone in shown
    events = workshop.events.events[begun:]
    assert [each.phase for each in events if isinstance(each, PhaseStarted)] == list(Phase)
    ended = {each.phase: each for each in events if isinstance(each, PhaseCompleted)}
    for phase in ("discuss", "summarize"):
        assert (ended[phase].rounds, ended[phase].usage) == (0, NO_USAGE)


async def test_a_voice_is_found_from_what_is_settled() -> None:
    """Without a discussion, the voice still needs the vision, the title, the hook and the player.

    A sample in the second person is about the wrong person if the request does not say who "you"
    is.
    """
    model = Novelist(traits=LARGE)
    fill, _ = await filled(model)

    asked, story = model.requests[0], fill.story
    assert asked.tools[0].name == "submit_fill"
    for told in (story.title, story.hook, story.existing_vision.style):
        assert told in asked.messages[1].content
    assert story.player
    assert f"The player is {story.player.name}: {story.player.concept}" in asked.messages[1].content
    assert f'"you" is {story.player.name}' in asked.messages[0].content


@pytest.mark.parametrize("phases", PhaseMode)
async def test_research_tools_are_a_reason_to_talk(phases: PhaseMode) -> None:
    """Tools that a program hands in must not be ignored without a word."""
    workshop, tool = await made_until("seed"), LookupTool()
    looks, notes, brief = calls("lookup", {"query": "tides"}), *talk()
    provider = ScriptedChatProvider([looks, notes, brief, *grow_script()])
    await workshop.run(provider, Ask(phases=phases, research_tools=[tool]), "grow")
    assert [dict(each) for each in tool.asked] == [{"query": "tides"}]
    assert submits(provider)[:4] == [False, False, False, True]


async def test_a_run_that_began_without_a_discussion_goes_on_without() -> None:
    """Tools that were added later would change requests that are already paid. (STG-4.1)"""
    workshop, script = await made_until("seed"), grow_script()
    begun = ScriptedChatProvider([script[0], UnreachableError("Gone.")])
    with pytest.raises(UnreachableError):
        await workshop.run(begun, stage="grow")
    rest = ScriptedChatProvider(script[1:])
    await workshop.run(rest, Ask(resume="grow-1", research_tools=[LookupTool()]), "grow")
    assert submits(rest) == [True] * (len(script) - 1)


async def test_a_run_with_a_discussion_keeps_it_without_its_tools() -> None:
    """A resumed run whose tools are gone has paid for its discussion. (STG-4.1)"""
    workshop, script = await made_until("seed"), [*talk(), *grow_script()]
    begun = ScriptedChatProvider([*script[:3], UnreachableError("Gone.")])
    with pytest.raises(UnreachableError):
        await workshop.run(begun, Ask(research_tools=[LookupTool()]), "grow")
    rest = ScriptedChatProvider(script[3:])
    await workshop.run(rest, Ask(resume="grow-1"), "grow")
    assert submits(rest) == [True] * len(script[3:])


async def test_a_run_of_an_earlier_version_goes_on_as_it_began() -> None:
    """A paid discussion of an unfinished run must not be lost by an update. (STG-4.1)"""
    workshop, script = await made_until("seed"), [*talk(), *grow_script()]
    begun = ScriptedChatProvider([*script[:3], UnreachableError("Gone.")])
    with pytest.raises(UnreachableError):
        await workshop.run(begun, Ask(phases=None), "grow")
    assert submits(begun) == [False, False, True, True]
    assert begun.requests[0].tools == ()
    rest = ScriptedChatProvider(script[3:])
    await workshop.run(rest, Ask(resume="grow-1"), "grow")
    assert rest.requests[0] == begun.requests[3]


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
    preview = workshop.preview(large(), ToolOffer(is_chosen=False))
    shown = {phase: preview.execute("grow", phase, FULL) for phase in Phase}
    skipped = [phase for phase, each in shown.items() if each.has_no_discussion]
    assert skipped == [Phase.DISCUSS, Phase.SUMMARIZE]
    assert "# What was agreed" not in shown[Phase.SERIALIZE].request.messages[1].content
    research = ToolOffer(tools=(LookupTool(),))
    usual = workshop.preview(large(), research).execute("grow", Phase.DISCUSS, FULL)
    assert not usual.has_no_discussion
