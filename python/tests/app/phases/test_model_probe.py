"""The probe that tests whether a model calls a required tool."""

import pytest

from questfoundry.app.phases.model_probe import ProbeOutcome, probe_forced_tool
from questfoundry.composition.settings.paths import find_prompts
from questfoundry.domain.chat.exchange import REQUIRED
from questfoundry.domain.errors import RefusedError
from questfoundry.domain.models.traits import Capabilities, ModelTraits
from questfoundry.infra.prompts.jinja import JinjaPromptRepository
from questfoundry.testing.scripted import ScriptedChatProvider, calls, says


@pytest.fixture
def prompts():
    return JinjaPromptRepository([find_prompts()])


async def test_a_model_that_calls_the_tool_keeps_to_it(prompts):
    """One call is enough to prove that the model calls a required tool."""
    provider = ScriptedChatProvider([calls("note_word", {"word": "Paris"})])
    result = await probe_forced_tool(provider, prompts)
    assert (result.model, result.outcome, result.advice) == (
        "scripted/model",
        ProbeOutcome.CALLED,
        "",
    )
    (request,) = provider.requests
    assert request.tool_choice == REQUIRED
    assert [tool.name for tool in request.tools] == ["note_word"]
    assert request.messages[0].content == prompts.wording("tools/probe")["message"]


@pytest.mark.parametrize(
    ("forced", "advice"), [(True, "forced_tool_choice: false"), (False, "choose another model")]
)
async def test_a_model_that_answers_in_words_ignores_it(prompts, forced, advice):
    """A model that ignores tools breaks every stage, so the author gets advice. (SET-11.2)"""
    traits = ModelTraits(capabilities=Capabilities(forced_tool_choice=forced))
    provider = ScriptedChatProvider([says("Paris.")], traits=traits)
    result = await probe_forced_tool(provider, prompts)
    assert result.outcome is ProbeOutcome.IGNORED
    assert advice in result.advice


async def test_a_probe_that_cannot_be_made_or_fails_is_a_finding(prompts) -> None:
    """A failed probe is a result for the doctor, not a crash or a waste."""
    traits = ModelTraits(capabilities=Capabilities(tools=False))
    provider = ScriptedChatProvider(traits=traits)
    assert (await probe_forced_tool(provider, prompts)).outcome is ProbeOutcome.NO_TOOLS
    assert provider.requests == []

    provider = ScriptedChatProvider([RefusedError("This model does not support tools.")])
    result = await probe_forced_tool(provider, prompts)
    assert result.outcome is ProbeOutcome.FAILED
    assert result.advice == "This model does not support tools."
