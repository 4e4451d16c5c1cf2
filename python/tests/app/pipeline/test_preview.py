"""The preview shows what a phase would send."""

import pytest
from attrs import evolve

from questfoundry.app.agent import ToolOffer
from questfoundry.domain.models.traits import Capabilities, ModelTraits, Phase
from questfoundry.testing import ScriptedAuthor
from questfoundry.testing.scripted import ScriptedChatProvider, calls, says
from tests.support.stage_runs import VISION, Ask, Workshop
from tests.support.tools import LookupTool

IDEA = Ask(said="A noir mystery", research_tools=[LookupTool()])


OFFER = ToolOffer(tools=(LookupTool(),), left_out={"web_search": "no server is set"})


@pytest.mark.parametrize("phase", list(Phase))
async def test_what_is_shown_is_what_was_sent(phase: Phase) -> None:
    """A preview that differs from the request would mislead authors. (PRJ-5.1)"""
    workshop = Workshop()
    provider = await workshop.run_script(
        [says("A."), says("B."), calls("submit_dream", VISION)], IDEA
    )

    shown = workshop.preview(provider, OFFER).execute("dream", phase, IDEA.inputs())

    assert shown.based_on == "dream-1"
    assert shown.request == provider.requests[list(Phase).index(phase)]


async def test_what_is_left_out_is_named_with_its_reason() -> None:
    """Authors need to know why a tool is missing from the request."""
    workshop = Workshop()
    provider = ScriptedChatProvider([])
    shown = workshop.preview(provider, OFFER).execute("dream", Phase.DISCUSS, IDEA.inputs())
    assert shown.left_out == ("web_search: no server is set",)

    mute = ScriptedChatProvider([], traits=ModelTraits(capabilities=Capabilities(tools=False)))
    shown = workshop.preview(mute, OFFER).execute("dream", Phase.DISCUSS, IDEA.inputs())
    assert shown.left_out == ("all tools: scripted/model cannot call tools",)
    assert shown.request.tools == ()


async def test_messages_that_do_not_fit_are_counted() -> None:
    """Authors need to know how much of the discussion the model does not see."""
    workshop = Workshop()
    turns = [says("word " * 400)] * 7
    _, run = workshop.scripted([*turns, says("B."), calls("submit_dream", VISION)])
    author = ScriptedAuthor(["Go on."] * 6 + ["/done"])
    await run.execute("dream", evolve(IDEA, interactive=True, author=author, max_turns=9))
    small = ModelTraits(capabilities=Capabilities(context_window=2048))

    shown = workshop.preview(ScriptedChatProvider([], traits=small), OFFER).execute(
        "dream", Phase.SUMMARIZE, IDEA.inputs()
    )

    assert shown.left_out == ("11 older messages: the model's window",)


@pytest.mark.parametrize(
    ("phase", "words"),
    [
        (Phase.DISCUSS, "<your idea>"),
        (Phase.SUMMARIZE, "<what will be said in Discuss>"),
        (Phase.SERIALIZE, "<the summary of the discussion>"),
    ],
)
def test_before_anything_was_said_the_places_are_marked(phase: Phase, words: str) -> None:
    """A preview before the first run must show where idea and discussion will go."""
    workshop = Workshop()
    shown = workshop.preview(ScriptedChatProvider([]), OFFER).execute(
        "dream", phase, evolve(IDEA, said="").inputs()
    )

    assert shown.based_on is None
    assert any(words in message.content for message in shown.request.messages)
