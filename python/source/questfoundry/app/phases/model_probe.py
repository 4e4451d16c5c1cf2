"""A probe that tests whether a model really calls tools."""

from enum import StrEnum

from attrs import evolve, frozen

from questfoundry.app.phases.sampling import max_tokens_of, temperature_of
from questfoundry.domain.chat.exchange import REQUIRED, ChatRequest, ChatResponse, complete_usage
from questfoundry.domain.chat.messages import ToolDefinition, user
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.errors import LLMError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import ChatProvider, PromptRepository


class ProbeOutcome(StrEnum):
    """The outcome of a request that demands a tool call."""

    CALLED = "called"
    IGNORED = "ignored"
    NO_TOOLS = "no tools"
    FAILED = "failed"


@frozen(kw_only=True)
class ProbeResult:
    """The outcome and token usage of a probe; ``advice`` says what to do about a failure."""

    model: str
    outcome: ProbeOutcome
    advice: str = ""
    usage: Usage = NO_USAGE


async def probe_forced_tool(provider: ChatProvider, prompts: PromptRepository) -> ProbeResult:
    """Demand a tool call outside of any run, and return whether the model made the call."""
    model, traits = str(provider.model), provider.traits
    if not traits.capabilities.tools:
        return ProbeResult(model=model, outcome=ProbeOutcome.NO_TOOLS)
    words = prompts.wording("tools/probe")
    request = ChatRequest(
        messages=(user(words["message"]),),
        tools=(_tool(words["description"], words["parameters"]["word"]),),
        tool_choice=REQUIRED,
        temperature=temperature_of(Phase.SERIALIZE, traits),
        max_tokens=max_tokens_of(Phase.SERIALIZE, traits),
        thinking=False if traits.capabilities.thinking else None,
    )
    try:
        response = await provider.complete(request)
    except LLMError as error:
        return ProbeResult(model=model, outcome=ProbeOutcome.FAILED, advice=str(error))
    judged = _judge(model, response, forced=traits.capabilities.forced_tool_choice)
    return evolve(judged, usage=complete_usage(request, response))


def _tool(description: str, word: str) -> ToolDefinition:
    return ToolDefinition(
        name="note_word",
        description=description,
        parameters={
            "type": "object",
            "properties": {"word": {"type": "string", "description": word}},
            "required": ["word"],
        },
    )


def _judge(model: str, response: ChatResponse, *, forced: bool) -> ProbeResult:
    if response.tool_calls:
        return ProbeResult(model=model, outcome=ProbeOutcome.CALLED)
    advice = (
        f"Set forced_tool_choice: false for models: {model}: in project.yaml."
        if forced
        else "If artifacts fail, choose another model for Serialize, or one with JSON schemas."
    )
    return ProbeResult(model=model, outcome=ProbeOutcome.IGNORED, advice=advice)
