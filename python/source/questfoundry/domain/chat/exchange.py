"""Define the request and the response of one model call."""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, Self

from attrs import field, frozen

from questfoundry.domain.chat.messages import Message, ToolCall, ToolDefinition
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import LLMFault


@frozen(kw_only=True)
class RequestSubject:
    """The matter of a request, as values for providers that run in this process.

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
    ``about``: the matter of the request, for providers that run in this process; it is not stored.
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


LONGEST_REFUSAL = 40
"""Maximum number of words of a refusal; a longer text says something else too."""

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
