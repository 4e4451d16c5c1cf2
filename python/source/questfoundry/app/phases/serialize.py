"""Serialize: the brief becomes a valid artifact, in at most three attempts.

An invalid answer is repaired: only what is at fault is asked again, and joined to what was
valid. A cut-off answer is not repaired but asked for again with more room, or in parts. An
answer without a payload is an attempt lost. Where the same is wrong twice, the next attempt is
made in another manner. What is only too long at the end is cut.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import frozen

from questfoundry.app.phases.finalization import Finalization
from questfoundry.app.phases.payload_extraction import extract_payload, find_payload_problem
from questfoundry.app.phases.repair_request import build_requests, find_repair_basis
from questfoundry.app.phases.retry_strategy import RetryStrategy
from questfoundry.domain.answer import feedback
from questfoundry.domain.answer.attempt import Attempt
from questfoundry.domain.answer.faults import Fault, FaultKind, categorize
from questfoundry.domain.answer.merging import join, merge, with_settled
from questfoundry.domain.answer.payload import decoded, object_in
from questfoundry.domain.answer.references import meant
from questfoundry.domain.answer.short_ids import ShortIds
from questfoundry.domain.answer.subschema import narrowed
from questfoundry.domain.answer.truncate import cut_to_length
from questfoundry.domain.artifacts.base import Artifact
from questfoundry.domain.chat.exchange import ChatResponse
from questfoundry.domain.chat.messages import Message
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.errors import ConversationError
from questfoundry.domain.events import (
    AnswerCut,
    AnswerMended,
    SectionAskedAgain,
    ToolCallFinished,
    ValidationFailed,
    ValidationPassed,
    ValidationStarted,
)
from questfoundry.domain.identity_key import IdentityKey
from questfoundry.domain.models.traits import Phase, StructuredOutput
from questfoundry.domain.protocols import ChatModel, EventSink
from questfoundry.domain.remedy import ChooseModel
from questfoundry.domain.wording import phrase

MAX_ATTEMPTS = 3
"""Attempts in all, the first included."""

MAX_FORCED_ROUNDS = 4
"""How often code sets what can be nothing else; rules that want two values of one field end so."""

Prompt = Callable[[StructuredOutput], Sequence[Message]]
"""The first messages, as a strategy wants them worded."""


@frozen(kw_only=True)
class SerializeResult:
    """A valid artifact and what it took."""

    artifact: Artifact
    attempts: int
    usage: Usage


@frozen
class _Acceptance:
    result: str
    size: int


@lru_cache(maxsize=8)
def _build_acceptance(wording: IdentityKey[Mapping[str, Any]]) -> _Acceptance:
    """What the tool answers to every valid artifact."""
    answer = feedback.accepted(wording.value)
    return _Acceptance(answer.result, len(answer.to_json()))


class Serialize:
    """The third phase, for one section of the artifact of a ``run``."""

    def __init__(
        self,
        *,
        model: ChatModel,
        finalization: Finalization,
        events: EventSink,
        run: str,
        attempts: int = MAX_ATTEMPTS,
        brief: str = "",
    ) -> None:
        """``brief`` is what of the prompt a correction of ids has no need of."""
        self._model = model
        self._finalization = finalization
        self._wording = finalization.wording
        self._events = events
        self._run = run
        self._section = finalization.section.name
        self._max_attempts = attempts
        self._brief = brief
        self._usage = NO_USAGE

    async def run(self, prompt: Prompt, first_answer: str = "") -> SerializeResult:
        """Ask until an answer is valid; ``ConversationError`` carries every attempt.

        ``said`` is the text of an answer that is there already, of the first attempt: where it is
        data, only what is at fault in it is asked for.
        """
        attempts: list[Attempt] = []
        strategy = RetryStrategy.from_traits(self._model.traits)
        if (payload := object_in(first_answer)) is not None:
            self._events.emit(ValidationStarted(phase=Phase.SERIALIZE.value, attempt=1))
            outcome = self._evaluate_payload(
                1, decoded(payload, self._finalization.schema), first_answer
            )
            if isinstance(outcome, Artifact):
                self._events.emit(ValidationPassed(attempt=1))
                return SerializeResult(artifact=outcome, attempts=0, usage=self._usage)
            self._report_failure(outcome)
            attempts.append(outcome)
        while len(attempts) < self._max_attempts:
            number = len(attempts) + 1
            outcome = await self._run_attempt(
                number, prompt(strategy.structured_output), attempts, strategy
            )
            if isinstance(outcome, Artifact):
                self._events.emit(ValidationPassed(attempt=number))
                if strategy.structured_output is StructuredOutput.TOOL:
                    self._emit_acceptance()
                return SerializeResult(artifact=outcome, attempts=number, usage=self._usage)
            self._report_failure(outcome)
            strategy = self._choose_next_strategy(strategy, outcome, attempts)
            attempts.append(outcome)
        if artifact := self._repair_locally(find_repair_basis(attempts)):
            return SerializeResult(artifact=artifact, attempts=len(attempts), usage=self._usage)
        raise ConversationError(
            self._format_report(attempts),
            attempts=attempts,
            section=self._section,
            run=self._run,
            remedies=(ChooseModel("serialize"),),
        )

    def _report_failure(self, attempt: Attempt) -> None:
        """Say what is wrong, and that it is asked for again."""
        for fault in attempt.faults:
            self._events.emit(
                ValidationFailed(attempt=attempt.number, field=fault.field, issue=fault.problem)
            )
        if attempt.number < self._max_attempts:
            self._events.emit(
                SectionAskedAgain(
                    section=self._section,
                    attempt=attempt.number,
                    faults=tuple(f"{each.field}: {each.problem}" for each in attempt.faults),
                )
            )

    async def _run_attempt(
        self,
        number: int,
        messages: Sequence[Message],
        attempts: Sequence[Attempt],
        strategy: RetryStrategy,
    ) -> Artifact | Attempt:
        """The artifact that the answers, joined to what was kept, make; or why they make none."""
        payload: dict[str, Any] = {}
        for request in build_requests(
            attempts,
            traits=self._model.traits,
            finalization=self._finalization,
            messages=messages,
            strategy=strategy,
            brief=self._brief,
        ):
            ids = ShortIds.of(request, self._model.traits)
            response = ids.meant(await self._model.complete(ids.told(request)))
            self._usage = self._usage + response.usage
            problem = find_payload_problem(
                response, self._finalization.name, strategy.structured_output
            )
            if problem is not None:
                break
            payload = join(payload, extract_payload(response, request, self._finalization))
        self._events.emit(ValidationStarted(phase=Phase.SERIALIZE.value, attempt=number))
        if problem is not None and not payload:
            return self._build_lost_attempt(number, response, problem, strategy)
        basis = find_repair_basis(attempts)
        if basis is not None and basis.submitted is not None:
            payload = merge(basis.submitted, payload, basis.faults, self._finalization.schema)
        reported_rules = {fault.rule for each in attempts for fault in each.faults}
        ignored_rules = reported_rules & self._finalization.section.wishes
        return self._evaluate_payload(
            number, payload, response.text, ignored_rules, cut_off=problem == "cut_off"
        )

    def _evaluate_payload(
        self,
        number: int,
        payload: Mapping[str, Any],
        text: str,
        ignored_rules: Collection[str] = (),
        *,
        cut_off: bool = False,
    ) -> Artifact | Attempt:
        """The artifact, with ids and whatever can be nothing else put right; or why it is none."""
        accepted = self._validate(payload, ignored_rules)
        if not isinstance(accepted, Artifact):
            corrected = meant(payload, self._finalization.schema)
            if corrected != payload:
                payload, accepted = corrected, self._validate(corrected, ignored_rules)
        for _ in range(MAX_FORCED_ROUNDS):
            faults = () if isinstance(accepted, Artifact) else accepted
            forced = with_settled(payload, faults)
            if forced == payload:
                break
            payload, accepted = forced, self._validate(forced, ignored_rules)
        if isinstance(accepted, Artifact):
            return accepted
        return Attempt(
            number=number, submitted=payload, faults=accepted, text=text, cut_off=cut_off
        )

    def _validate(
        self, payload: Mapping[str, Any], ignored_rules: Collection[str]
    ) -> Artifact | tuple[Fault, ...]:
        """The artifact, or its faults; what only has to be left out is, without a word."""
        schema = self._finalization.schema
        accepted = self._finalization.validate(payload, ignored_rules)
        if isinstance(accepted, Artifact) or narrowed(schema, accepted, payload)["properties"]:
            return accepted
        return self._finalization.validate(merge(payload, {}, accepted, schema), ignored_rules)

    def _repair_locally(self, basis: Attempt | None) -> Artifact | None:
        """What code makes of the newest answer, which an event says.

        What was only too long is cut; where rules are broken, the section may have a last resort.
        """
        if basis is None or basis.submitted is None:
            return None
        shorter = cut_to_length(self._finalization.section.model, basis.submitted)
        accepted = self._validate(shorter.data, self._finalization.section.wishes)
        if isinstance(accepted, Artifact):
            if shorter.cut:
                self._events.emit(AnswerCut(section=self._section, fields=shorter.cut))
            return accepted
        repaired = self._finalization.repair(shorter.data)
        if repaired is not None:
            self._events.emit(AnswerMended(section=self._section))
        return repaired

    def _emit_acceptance(self) -> None:
        """What the tool answered: nobody is sent it, for the conversation ends here."""
        answer = _build_acceptance(IdentityKey(self._wording))
        self._events.emit(
            ToolCallFinished(tool=self._finalization.name, result=answer.result, size=answer.size)
        )

    def _build_lost_attempt(
        self, number: int, response: ChatResponse, kind: str, strategy: RetryStrategy
    ) -> Attempt:
        """An attempt that gave nothing to repair."""
        problem = phrase(
            self._wording,
            f"lost.{kind}",
            tool=self._finalization.name,
            tokens=strategy.max_tokens,
        )
        fault = Fault(
            rule=f"lost.{kind}",
            kind=FaultKind.INVALID,
            field=self._finalization.name,
            problem=problem,
        )
        return Attempt(
            number=number,
            submitted=None,
            faults=(fault,),
            text="" if kind == "refused" else response.text,
            cut_off=kind == "cut_off",
        )

    def _choose_next_strategy(
        self, strategy: RetryStrategy, last: Attempt, attempts: Sequence[Attempt]
    ) -> RetryStrategy:
        """How to ask after an attempt that failed, with those before it."""
        if last.cut_off:
            return strategy.adapt_to_cut_off(self._model.traits)
        if attempts and last.repeats(attempts[-1]):
            return strategy.adapt_to_repetition(self._model.traits)
        return strategy

    def _format_report(self, attempts: Sequence[Attempt]) -> str:
        """What went wrong in each attempt, for a person."""
        stage = self._finalization.stage
        part = "" if self._section == stage else f" (section {self._section!r})"
        lines = [
            f"  attempt {each.number} ({categorize(each.faults)}): {fault.field}: {fault.problem}"
            for each in attempts
            for fault in each.faults
        ]
        return "\n".join(
            (
                f"{self._model.model} gave no valid {stage} artifact{part} in "
                f"{len(attempts)} attempts:",
                *lines,
                f"The discussion and its summary are kept, and the run {self._run} can be resumed.",
            )
        )
