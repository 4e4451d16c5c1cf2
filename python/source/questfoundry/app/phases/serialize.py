"""Serialize: the brief becomes a valid artifact, in at most three attempts.

An invalid answer is repaired: only the fields at fault are asked again, and joined to
what was valid. A cut-off answer is not repaired but asked for again with more room. An
answer without a payload is an attempt lost. The same invalid answer twice ends it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen

from questfoundry.app.phases.finalization import Finalization
from questfoundry.app.phases.repair_request import first_request, repair_request
from questfoundry.app.phases.sampling import max_tokens_of
from questfoundry.domain.answer.faults import Fault, FaultKind, categorize
from questfoundry.domain.answer.feedback import feedback, tool_error
from questfoundry.domain.answer.merging import merge
from questfoundry.domain.answer.repair import Attempt, decode_once, same_answer
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse, FinishReason
from questfoundry.domain.chat.messages import Message
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.errors import ConversationError
from questfoundry.domain.events import ValidationFailed, ValidationPassed, ValidationStarted
from questfoundry.domain.models.traits import Phase, StructuredOutput
from questfoundry.domain.protocols import ChatModel, EventSink
from questfoundry.domain.remedy import ChooseModel

ATTEMPTS = 3
"""Attempts in all, the first included."""


@frozen(kw_only=True)
class Serialized:
    """A valid artifact and what it took."""

    artifact: Artifact
    attempts: int
    usage: Usage


class Serialize:
    """The third phase, for one section."""

    def __init__(
        self,
        *,
        model: ChatModel,
        finalization: Finalization,
        events: EventSink,
        attempts: int = ATTEMPTS,
    ) -> None:
        self._model = model
        self._finalization = finalization
        self._wording = finalization.wording
        self._events = events
        self._section = finalization.section.name
        self._attempts = attempts
        as_text = model.traits.structured_output is StructuredOutput.SCHEMA
        self._tool = None if as_text else finalization.name
        self._room = max_tokens_of(Phase.SERIALIZE, model.traits)

    async def run(self, messages: Sequence[Message]) -> Serialized:
        """Ask until an answer is valid; ``ConversationError`` carries every attempt."""
        tried: list[Attempt] = []
        usage = NO_USAGE
        while len(tried) < self._attempts:
            number = len(tried) + 1
            response = await self._model.complete(self._request(messages, tried))
            usage = usage + response.usage
            self._events.emit(ValidationStarted(phase=Phase.SERIALIZE.value, attempt=number))
            judged = self._judge(number, response, tried)
            if isinstance(judged, Artifact):
                self._events.emit(ValidationPassed(attempt=number))
                return Serialized(artifact=judged, attempts=number, usage=usage)
            for fault in judged.faults:
                self._events.emit(
                    ValidationFailed(attempt=number, field=fault.field, issue=fault.problem)
                )
            tried.append(judged)
            if self._is_hopeless(tried):
                break
        raise ConversationError(
            self._report(tried),
            attempts=tried,
            section=self._section,
            remedies=(ChooseModel("serialize"),),
        )

    def _request(self, messages: Sequence[Message], tried: Sequence[Attempt]) -> ChatRequest:
        """The first question, or the one that repairs the newest answer that can be repaired."""
        traits = self._model.traits
        last = tried[-1] if tried else None
        basis = _basis(tried)
        if last is None or (last.cut_off and basis is None):
            return first_request(traits, self._finalization, messages, max_tokens=self._room)
        faults = basis.faults if basis else ()
        if basis is None or (last.submitted is None and not last.cut_off):
            said: Mapping[str, Any] | str = last.text[:600]
            answer = tool_error(last.faults[0].problem, self._tool, self._wording)
        else:
            said = basis.submitted or {}
            answer = feedback(faults, tool=self._tool, wording=self._wording)
        return repair_request(
            traits,
            self._finalization,
            messages,
            answer,
            said=said,
            faults=faults,
            max_tokens=self._room,
        )

    def _judge(
        self, number: int, response: ChatResponse, tried: Sequence[Attempt]
    ) -> Artifact | Attempt:
        """The artifact that an answer, joined to what was kept, makes; or why it makes none."""
        if response.finish_reason is FinishReason.LENGTH:
            return self._lost(number, response, "cut_off", cut_off=True)
        payload = self._payload(response)
        if isinstance(payload, str):
            return self._lost(number, response, payload)
        basis = _basis(tried)
        if basis is not None:
            payload = merge(basis.submitted or {}, payload, basis.faults, self._finalization.schema)
        accepted = self._finalization.accepted(payload)
        if isinstance(accepted, Artifact):
            return accepted
        return Attempt(number=number, submitted=payload, faults=accepted, text=response.text)

    def _payload(self, response: ChatResponse) -> Mapping[str, Any] | str:
        """What was handed in, decoded; or the kind of loss, where nothing was."""
        if self._tool is None:
            try:
                document = json.loads(response.text)
            except ValueError:
                return "malformed"
            return document if isinstance(document, dict) else "malformed"
        call = next((call for call in response.tool_calls if call.name == self._tool), None)
        if call is None:
            return "wrong_tool" if response.tool_calls else "no_payload"
        if call.malformed is not None:
            return "malformed"
        decoded: Mapping[str, Any] = decode_once(call.arguments, self._finalization.schema)
        return decoded

    def _lost(
        self, number: int, response: ChatResponse, kind: str, *, cut_off: bool = False
    ) -> Attempt:
        """An attempt that gave nothing to repair."""
        if response.finish_reason is FinishReason.REFUSED:
            kind = "refused"
        problem = str(self._wording["lost"][kind]).format(
            tool=self._finalization.name, tokens=self._room
        )
        fault = Fault(
            rule=f"lost.{kind}",
            kind=FaultKind.INVALID,
            field=self._finalization.name,
            problem=problem,
        )
        return Attempt(
            number=number, submitted=None, faults=(fault,), text=response.text, cut_off=cut_off
        )

    def _is_hopeless(self, tried: Sequence[Attempt]) -> bool:
        """Whether asking on would only repeat; gives a cut-off answer more room where it can."""
        last = tried[-1]
        if last.cut_off:
            capabilities = self._model.traits.capabilities
            ceiling = capabilities.max_output_tokens or capabilities.context_window // 2
            if self._room >= ceiling:
                return True
            self._room = min(self._room * 2, ceiling)
            return False
        return len(tried) > 1 and same_answer(last, tried[-2])

    def _report(self, tried: Sequence[Attempt]) -> str:
        """What went wrong in each attempt, for a person."""
        stage = self._finalization.stage
        part = "" if self._section == stage else f" (section {self._section!r})"
        lines = [
            f"  attempt {each.number} ({categorize(each.faults)}): {fault.field}: {fault.problem}"
            for each in tried
            for fault in each.faults
        ]
        return "\n".join(
            (
                f"{self._model.model} gave no valid {stage} artifact{part} in "
                f"{len(tried)} attempts:",
                *lines,
                "The discussion and its summary are kept, and the run can be resumed.",
            )
        )


def _basis(tried: Sequence[Attempt]) -> Attempt | None:
    """The newest answer that can be repaired."""
    return next((each for each in reversed(tried) if each.submitted is not None), None)
