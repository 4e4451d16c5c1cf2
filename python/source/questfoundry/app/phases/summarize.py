"""Summarize: the model distils the discussion; no tools, no author."""

from __future__ import annotations

from attrs import evolve, frozen

from questfoundry.domain.chat.exchange import ChatRequest, FinishReason
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import ConversationError
from questfoundry.domain.protocols import ChatModel
from questfoundry.domain.remedy import ChooseModel


@frozen(kw_only=True)
class Summary:
    """The brief that Serialize works from."""

    text: str
    usage: Usage


async def summarize(model: ChatModel, request: ChatRequest) -> Summary:
    """Ask once for the summary."""
    response = await model.complete(request)
    usage = response.usage
    if response.finish_reason is FinishReason.LENGTH and request.max_tokens is not None:
        # A summary that was cut off would silently lose its end: ask once with more room.
        response = await model.complete(evolve(request, max_tokens=request.max_tokens * 2))
        usage = usage + response.usage
    if not response.text.strip():
        raise ConversationError(
            f"{model.model} gave an empty summary ({response.finish_reason}). The "
            "discussion is kept, and the run can be resumed.",
            remedies=(ChooseModel("summarize"),),
        )
    return Summary(text=response.text.strip(), usage=usage)
