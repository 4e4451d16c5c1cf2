"""Request an answer a second time if the first one was refused, truncated or empty."""

from collections.abc import Callable

from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import user
from questfoundry.domain.errors import LLMFault, NoAnswerError
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ChatModel, PromptRepository, TextSink
from questfoundry.domain.remedy import ChooseModel

_WORDING = "answers"
_PROBLEMS = {
    LLMFault.REFUSED: "refused to answer",
    LLMFault.CUT_OFF: "was cut off before its answer ended",
    LLMFault.EMPTY: "gave an empty answer",
}


async def request_answer(
    model: ChatModel,
    request: ChatRequest,
    *,
    prompts: PromptRepository,
    section: str = "",
    phase: str = "",
    allow_tool_calls: bool = False,
    is_enough: Callable[[str], bool] | None = None,
    on_text: TextSink | None = None,
) -> ChatResponse:
    """Return the model's answer; if it is unusable, request an answer a second time.

    ``is_enough`` decides whether a truncated text is accepted. The usage in the result covers both
    requests. If both answers are unusable, raise ``NoAnswerError``, which names ``section`` and
    suggests another model for ``phase``.
    """
    first = await model.complete(request, on_text)
    reason = _find_unusable_reason(first, allow_tool_calls, is_enough)
    if reason is None:
        return first
    if on_text is not None and first.text:
        on_text("\n\n")
    reworded = reword_request(request, reason, model.traits, prompts)
    second = await model.complete(reworded, on_text)
    reason = _find_unusable_reason(second, allow_tool_calls, is_enough)
    if reason is None:
        return evolve(second, usage=first.usage + second.usage)
    raise build_no_answer_error(model.model, reason, section=section, phase=phase)


def _find_unusable_reason(
    answer: ChatResponse, allow_tool_calls: bool, is_enough: Callable[[str], bool] | None
) -> LLMFault | None:
    if answer.tool_calls and not allow_tool_calls and not answer.text.strip():
        return LLMFault.EMPTY
    if answer.lack is LLMFault.CUT_OFF and is_enough is not None and is_enough(answer.text):
        return None
    return answer.lack


def reword_request(
    request: ChatRequest, reason: LLMFault, traits: ModelTraits, prompts: PromptRepository
) -> ChatRequest:
    """Return the second request, which tries to avoid the problem of the first answer.

    After a truncated answer, ``max_tokens`` is doubled up to the model's limit. Otherwise a hint is
    appended as a user message.
    """
    longest = traits.capabilities.longest_answer
    if reason is LLMFault.CUT_OFF and request.max_tokens and request.max_tokens < longest:
        return evolve(request, max_tokens=min(2 * request.max_tokens, longest))
    hint = str(prompts.wording(_WORDING)[reason.value])
    return evolve(request, messages=(*request.messages, user(hint)))


def build_no_answer_error(
    model: ModelRef, reason: LLMFault, *, section: str, phase: str
) -> NoAnswerError:
    """Return the error for a model that gave two unusable answers; ``reason`` is the last fault."""
    error = NoAnswerError(
        f"{str(model)!r} {_PROBLEMS[reason]}, and did so again after a reworded request. "
        "Everything before this answer is saved.",
        code=reason,
        section=section,
        remedies=(ChooseModel(phase),),
    )
    error.has_cost = True
    return error
