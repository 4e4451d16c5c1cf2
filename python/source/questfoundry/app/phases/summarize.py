"""Summarize: the model distils the discussion; no tools, no author."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from questfoundry.app.phases.sampling import max_tokens_of, temperature_of
from questfoundry.domain.chat.conversation import ChatMessage
from questfoundry.domain.chat.exchange import NONE, ChatRequest, FinishReason
from questfoundry.domain.chat.messages import Message, user
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import ConversationError
from questfoundry.domain.models.traits import ModelTraits, Phase
from questfoundry.domain.protocols import ChatProvider, ConversationContextStrategy
from questfoundry.domain.remedy import ChooseModel


@frozen(kw_only=True)
class Summary:
    """The brief that Serialize works from."""

    text: str
    usage: Usage


async def summarize(provider: ChatProvider, request: ChatRequest) -> Summary:
    """Ask once for the summary; ``request`` is made by :func:`summarize_request`."""
    response = await provider.complete(request)
    usage = response.usage
    if response.finish_reason is FinishReason.LENGTH and request.max_tokens is not None:
        # A summary that was cut off would silently lose its end: ask once with more room.
        response = await provider.complete(evolve(request, max_tokens=request.max_tokens * 2))
        usage = usage + response.usage
    if not response.text.strip():
        raise ConversationError(
            f"{provider.model} gave an empty summary ({response.finish_reason}). The "
            "discussion is kept, and the run can be resumed.",
            remedies=(ChooseModel("summarize"),),
        )
    return Summary(text=response.text.strip(), usage=usage)


def summarize_request(
    traits: ModelTraits,
    discussion: Sequence[Message],
    *,
    system_prompt: str,
    instruction: str,
    context: ConversationContextStrategy,
) -> ChatRequest:
    """The discussion, its tool results included, and the request to sum it up."""
    history = [
        ChatMessage(conversation_id="", position=position, message=message, pinned=position == 0)
        for position, message in enumerate((*discussion, user(instruction)))
    ]
    return ChatRequest(
        messages=tuple(context.build_context(history, system_prompt)),
        tool_choice=NONE,
        temperature=temperature_of(Phase.SUMMARIZE, traits),
        max_tokens=max_tokens_of(Phase.SUMMARIZE, traits),
    )
