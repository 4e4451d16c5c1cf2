"""Define the request and the response of one model call, and estimate their tokens.

Exact counts need the tokeniser tables of each model, which would have to be downloaded. A quarter
of the number of UTF-8 bytes is within a third of the true count for prose and JSON in any script.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Self

from attrs import evolve, field, frozen

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import LLMFault

if TYPE_CHECKING:
    from questfoundry.domain.chat.messages import Message, ToolCall, ToolDefinition


@frozen(kw_only=True)
class RequestSubject:
    """The subject of a request, as data for providers that run in this process.

    Servers never receive a subject, and a request is stored without it. The stage and the section
    are empty for a request outside the stages or for a whole stage. ``idea`` is the author's idea
    or, after the first stage, the first sentence of the story's vision.
    """

    stage: str = ""
    section: str = ""
    idea: str = ""

    def map_ids(self, replace: Callable[[str], str]) -> Self:
        """Return the subject with ``replace`` applied to each id that the answer may contain."""
        del replace
        return self


AUTO = "auto"

REQUIRED = "required"

NONE = "none"


class FinishReason(StrEnum):
    """The reason why the model stopped generating."""

    STOP = "stop"
    TOOL_CALLS = "tool_calls"
    LENGTH = "length"
    REFUSED = "refused"


@frozen(kw_only=True)
class ChatRequest:
    """The complete input of a model call; a resumed run uses the stored answer to an equal request.

    ``tool_choice``: ``auto``, ``required``, ``none``, or the name of one tool.
    ``response_schema``: a JSON Schema; the answer must be JSON text that conforms to the schema.
    ``thinking``: switches a reasoning model's thinking on or off; ``None`` leaves it to the model.
    ``temperature``: a number in [0, 2].
    ``about``: the subject of the request, for providers that run in this process; it is not stored.
    """

    messages: tuple[Message, ...]
    tools: tuple[ToolDefinition, ...] = ()
    tool_choice: str = AUTO
    response_schema: Mapping[str, Any] | None = None
    temperature: float | None = None
    max_tokens: int | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()
    thinking: bool | None = None
    about: RequestSubject | None = field(default=None, eq=False, repr=False)


@frozen(kw_only=True)
class ChatResponse:
    """A model's answer; ``model`` is the name that the provider reports."""

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    usage: Usage = field(factory=Usage)
    finish_reason: FinishReason = FinishReason.STOP
    model: str = ""

    @property
    def lack(self) -> LLMFault | None:
        """The reason why the response is unusable, such as a refusal in its text, or ``None``."""
        if self.finish_reason is FinishReason.REFUSED:
            return LLMFault.REFUSED
        if self.tool_calls:
            return None
        if is_refusal(self.text):
            return LLMFault.REFUSED
        if self.finish_reason is FinishReason.LENGTH:
            return LLMFault.CUT_OFF
        return None if self.text.strip() else LLMFault.EMPTY


LONGEST_REFUSAL = 40  # Maximum number of words of a refusal; a longer text says something else too

_REFUSAL = re.compile(
    r"""
    (?: (?:i['\u2019]m|i[ ]am)[ ]sorry,?[ ](?:but[ ])? | sorry,?[ ](?:but[ ])? | unfortunately,?[ ]
      | i[ ]apologi[sz]e,?[ ](?:but[ ])?
      | as[ ]an[ ]ai[ ](?:\w+[ ]){0,2}?(?:model|assistant),?[ ] )?
    i (?: [ ]can['\u2019]t | [ ]cannot | [ ]can[ ]not | [ ]won['\u2019]t | [ ]will[ ]not
      | (?:[ ]am|['\u2019]m)[ ](?:unable|not[ ]able)[ ]to )
    [ ](?: help[ ](?:you[ ])?with | assist | fulfil | comply | continue[ ](?:with[ ])?(?:this|that)
      | (?:write|create|generate|produce|provide)[ ](?:this|that|such|content|it\b)
      | engage[ ](?:with|in)[ ](?:this|that) )
    """,
    re.IGNORECASE | re.VERBOSE,
)


def is_refusal(text: str) -> bool:
    """Return whether ``text`` is a short English statement that the model will not do the task."""
    begins = _REFUSAL.match(" ".join(text[:500].split()))
    return begins is not None and len(text.split()) <= LONGEST_REFUSAL


BYTES_PER_TOKEN = 4

LARGEST_CALL = 10**9
"""Largest plausible token count of a call; a provider's larger count is ignored as an error."""

TOKENS_PER_MESSAGE = 4  # Tokens of the role markers around a message


def estimate_tokens(text: str) -> int:
    """Return the estimated number of tokens of ``text``; 0 for the empty string."""
    size = len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))
    return -(-size // BYTES_PER_TOKEN)


def estimate_message_tokens(message: Message) -> int:
    """Return the estimated number of tokens of ``message``, including the message's tool calls."""
    calls = sum(
        estimate_tokens(call.name) + _json_tokens(call.arguments) for call in message.tool_calls
    )
    return TOKENS_PER_MESSAGE + estimate_tokens(message.content) + calls


def estimate_request_tokens(request: ChatRequest) -> int:
    """Return the estimated input tokens of ``request``: messages, tools and response schema."""
    tokens = sum(estimate_message_tokens(message) for message in request.messages)
    for tool in request.tools:
        tokens += estimate_tokens(tool.name) + estimate_tokens(tool.description)
        tokens += _json_tokens(tool.parameters)
    if request.response_schema is not None:
        tokens += _json_tokens(request.response_schema)
    return tokens


def complete_usage(request: ChatRequest, response: ChatResponse, thinking_tokens: int = 0) -> Usage:
    """Return the usage of a call, with estimates for the counts that were not reported."""
    reported = response.usage
    counts = (reported.input_tokens, reported.output_tokens)
    if not reported.calls or all(0 < count <= LARGEST_CALL for count in counts):
        return reported
    estimated_output = (
        thinking_tokens
        + estimate_tokens(response.text)
        + sum(
            estimate_tokens(call.name) + estimate_tokens(call.malformed or _json(call.arguments))
            for call in response.tool_calls
        )
    )
    read, wrote = (count if count <= LARGEST_CALL else 0 for count in counts)
    whole = evolve(
        reported,
        input_tokens=read or estimate_request_tokens(request),
        output_tokens=wrote or estimated_output,
    )
    return whole if whole == reported else evolve(whole, estimated=True)


def _json_tokens(document: Mapping[str, Any]) -> int:
    return estimate_tokens(_json(document))


def _json(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, default=dict)


_WORD = re.compile(r"[^\W\d_](?:['\u2019]?[^\W\d_])+")

_UNSPACED = re.compile(r"([\u3040-\u30ff\u3400-\u9fff])\1*")
"""Matches a character of Chinese or Japanese, whose words are not separated, with repetitions."""

_CHARACTERS_PER_TOKEN = 4
"""More Chinese or Japanese characters than the best tokenisers put into a token on average."""

_CERTAIN, _SUSPICIOUS = 0.8, 0.5
"""A count below this share of the lower bound shows a cut: with and without a matching window."""

_FEWEST = 1_000
"""The lower bound from which a suspicion is reported; short prompts fit into each window."""

_WINDOWS = frozenset(factor * 2**power for factor in (1, 3, 5) for power in range(9, 21))


@frozen
class PromptCut:
    """A prompt with at least ``least`` tokens, and the smaller number that the server ``read``.

    ``window`` is the window to which the server has cut the prompt. It is ``None`` if the count
    fits no window: perhaps the server does not count what it had stored of an earlier prompt.
    """

    read: int
    least: int
    window: int | None = None


def find_prompt_cut(
    request: ChatRequest, response: ChatResponse, window: int | None = None
) -> PromptCut | None:
    """Return how the server has cut ``request`` according to the usage in ``response``.

    The result is ``None`` if the server has read the whole prompt, or does not say what it read.
    ``window`` is a window to consider beside those that servers usually have.
    """
    read = response.usage.input_tokens
    if not read or response.usage.estimated or read >= estimate_request_tokens(request):
        return None
    least = count_least_tokens(request)
    filled = _find_window(response, window)
    if filled is not None and read <= _CERTAIN * least:
        return PromptCut(read, least, filled)
    if least >= _FEWEST and read <= _SUSPICIOUS * least:
        return PromptCut(read, least)
    return None


def count_least_tokens(request: ChatRequest) -> int:
    """Return a lower bound of the number of tokens in the messages of ``request``.

    Tools and schemas are not counted, since not every server writes them into the prompt.
    """
    return sum(_count_least(each.content) for each in request.messages)


def _count_least(text: str) -> int:
    words = _WORD.findall(text)
    # One search in the whole text takes less time than one in each word.
    return sum(map(_count_least_of_word, words)) if _UNSPACED.search(text) else len(words)


def _count_least_of_word(word: str) -> int:
    return max(1, len(_UNSPACED.findall(word)) // _CHARACTERS_PER_TOKEN)


def _find_window(response: ChatResponse, known: int | None) -> int | None:
    """Return the window that ``response`` says to have filled, or ``None``.

    Ollama cuts a prompt to the whole window, in newer versions to half of it and two tokens. If
    the answer was cut off too, the window holds the prompt and the answer.
    """
    read, written = response.usage.input_tokens, response.usage.output_tokens
    filled = [read, read + 1, 2 * (read - 2)]
    if response.finish_reason is FinishReason.LENGTH:
        filled += [read + written, read + written + 1]
    windows = _WINDOWS | ({known} if known else set())
    return next((each for each in filled if each in windows), None)
