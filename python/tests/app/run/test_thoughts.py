"""Tests that no stage receives the thoughts of a model, whatever provider it has."""

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import user
from questfoundry.domain.models.traits import Phase
from questfoundry.testing.scripted import ScriptedChatProvider, says
from tests.support.stage_runs import Workshop, one_provider


async def test_the_run_removes_thoughts_and_end_marks() -> None:
    """A provider of another package may leave these marks in, and they must not be shipped."""
    said = says("<think>Keep it short.</think>You wade in.<|im_end|>")
    run = Workshop().begun(one_provider(ScriptedChatProvider([said])))
    request = ChatRequest(messages=(user("Go."),))
    assert (await run.bind_model(Phase.DISCUSS).complete(request)).text == "You wade in."
