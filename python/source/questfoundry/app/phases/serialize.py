"""Turn the brief, a discussion's summary, into a valid artifact in at most three attempts.

If an answer is invalid, only its faulty parts are requested again, and the new parts are merged
into the valid rest. A truncated answer is requested again with a higher limit or in parts. An
answer without usable data counts as an attempt. If the same faults occur twice, the retry strategy
changes. After the last attempt, texts that are only too long are truncated.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from questfoundry.app.phases.finalization import Finalization, decode_payload, find_payload
from questfoundry.app.phases.repair_request import build_requests, find_repair_basis
from questfoundry.app.phases.sampling import RetryStrategy
from questfoundry.domain.answer import feedback
from questfoundry.domain.answer.merging import fill_only_values, join_values, merge, truncate_answer
from questfoundry.domain.answer.payload import (
    decode_nested,
    extract_object,
    fit_shape,
    resolve_references,
)
from questfoundry.domain.answer.short_ids import ShortIds
from questfoundry.domain.answer.subschema import narrow_schema
from questfoundry.domain.chat.exchange import ChatResponse, RequestSubject
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
from questfoundry.domain.fault import Attempt, Fault, FaultKind, categorize
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import Phase, StructuredOutput
from questfoundry.domain.protocols.provider import ChatModel
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.remedy import ChooseModel
from questfoundry.domain.text.wording import phrase

MAX_ATTEMPTS = 3
"""The maximum number of attempts, including the first."""

MAX_FORCED_ROUNDS = 4
"""The rounds in which code sets forced values; the limit stops rules that contradict each other."""

Prompt = Callable[[StructuredOutput], Sequence[Message]]
"""A function that returns the first messages for an output mode."""


@frozen(kw_only=True)
class SerializeResult:
    """A valid artifact, the number of attempts for it, and the tokens that the attempts used."""

    artifact: Artifact
    attempts: int
    usage: Usage


@define(kw_only=True)
class Serialize:
    """The runner of the phase Serialize for one section (a part) of an artifact.

    ``brief``, a part of the prompt, is left out of requests that only correct ids.
    """

    _model: ChatModel
    _finalization: Finalization
    _events: EventSink
    _run: str
    _attempts: int = MAX_ATTEMPTS
    _brief: str = ""
    _about: RequestSubject | None = None
    _usage: Usage = field(default=NO_USAGE, init=False)

    @property
    def _wording(self) -> Mapping[str, Any]:
        return self._finalization.wording

    @property
    def _section(self) -> str:
        return self._finalization.section.name

    async def run(self, prompt: Prompt, first_answer: str = "") -> SerializeResult:
        """Request answers until an answer is valid or all attempts are used; return the result.

        ``prompt`` returns the first messages for an output mode. ``first_answer`` is the text of an
        existing answer, or empty. If this text contains data, only the faulty parts of the data are
        requested; this text does not count as an attempt. If no answer is valid or can be repaired,
        raise ``ConversationError`` with all attempts.
        """
        attempts: list[Attempt] = []
        section = self._finalization.section
        strategy = RetryStrategy.from_traits(
            self._model.traits, is_creative=section.is_creative, words=section.answer_words
        )
        if (existing := extract_object(first_answer)) is not None:
            self._events.emit(ValidationStarted(phase=Phase.SERIALIZE.value, attempt=1))
            outcome = self._evaluate_payload(1, existing, first_answer)
            if isinstance(outcome, Artifact):
                self._events.emit(ValidationPassed(attempt=1))
                return SerializeResult(artifact=outcome, attempts=0, usage=self._usage)
            self._report_failure(outcome, is_last=False)
            attempts.append(outcome)
        limit = self._attempts + len(attempts)
        while len(attempts) < limit:
            number = len(attempts) + 1
            outcome = await self._run_attempt(
                number, prompt(strategy.structured_output), attempts, strategy
            )
            if isinstance(outcome, Artifact):
                self._events.emit(ValidationPassed(attempt=number))
                if strategy.structured_output is StructuredOutput.TOOL:
                    self._emit_acceptance()
                return SerializeResult(artifact=outcome, attempts=number, usage=self._usage)
            self._report_failure(outcome, is_last=number == limit)
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

    def _report_failure(self, attempt: Attempt, *, is_last: bool) -> None:
        for fault in attempt.faults:
            self._events.emit(
                ValidationFailed(attempt=attempt.number, field=fault.field, issue=fault.problem)
            )
        if not is_last:
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
        payload: Mapping[str, Any] = {}
        requests = build_requests(
            attempts,
            traits=self._model.traits,
            finalization=self._finalization,
            messages=messages,
            strategy=strategy,
            brief=self._brief,
            about=self._about,
        )
        problem = None
        for request in requests:
            ids = ShortIds.from_request(request, self._model.traits)
            response = ids.expand(await self._model.complete(ids.shorten(request)))
            self._usage = self._usage + response.usage
            found = find_payload(response, self._finalization, strategy.structured_output)
            if isinstance(found, str):
                problem = found
                break
            # A single answer is validated as it is, and decoded only if it is invalid.
            is_part = attempts or len(requests) > 1
            found = decode_payload(found, request, self._finalization) if is_part else found
            payload = join_values(payload, found)
        self._events.emit(ValidationStarted(phase=Phase.SERIALIZE.value, attempt=number))
        if problem is not None and not payload:
            return self._build_lost_attempt(number, response, problem, strategy)
        basis = find_repair_basis(attempts)
        if basis is not None and basis.submitted is not None:
            payload = merge(basis.submitted, payload, basis.faults, self._finalization.schema)
        reported_rules = {fault.rule for each in attempts for fault in each.faults}
        ignored_rules = reported_rules & self._finalization.section.soft_rules
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
        """Return the artifact in ``payload``, or a failed attempt with the faults.

        If the data is invalid, its shape, misspelt ids, and fields with only one possible value are
        corrected before the faults are listed.
        """
        accepted = self._validate(payload, ignored_rules)
        if not isinstance(accepted, Artifact):
            schema = self._finalization.schema
            decoded = decode_nested(payload, schema)
            corrected = resolve_references(fit_shape(decoded, schema), schema)
            if corrected != payload:
                payload, accepted = corrected, self._validate(corrected, ignored_rules)
        for _ in range(MAX_FORCED_ROUNDS):
            faults = () if isinstance(accepted, Artifact) else accepted
            forced = fill_only_values(payload, faults)
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
        """Return the artifact or its faults; leave out optional parts that are faulty."""
        schema = self._finalization.schema
        accepted = self._finalization.validate(payload, ignored_rules)
        if isinstance(accepted, Artifact) or narrow_schema(schema, accepted, payload)["properties"]:
            return accepted
        return self._finalization.validate(merge(payload, {}, accepted, schema), ignored_rules)

    def _repair_locally(self, basis: Attempt | None) -> Artifact | None:
        if basis is None or basis.submitted is None:
            return None
        shorter = truncate_answer(self._finalization.section.model, basis.submitted)
        accepted = self._validate(shorter.data, self._finalization.section.soft_rules)
        if isinstance(accepted, Artifact):
            if shorter.shortened:
                self._events.emit(AnswerCut(section=self._section, fields=shorter.shortened))
            return accepted
        repaired = self._finalization.repair(shorter.data)
        if repaired is not None:
            self._events.emit(AnswerMended(section=self._section))
        return repaired

    def _emit_acceptance(self) -> None:
        """Emit an event that the artifact was accepted; the model gets no message about it."""
        answer, tool = feedback.build_acceptance(self._wording), self._finalization.name
        size = len(answer.to_json())
        self._events.emit(ToolCallFinished(tool=tool, result=answer.result, size=size))

    def _build_lost_attempt(
        self, number: int, response: ChatResponse, kind: str, strategy: RetryStrategy
    ) -> Attempt:
        problem = phrase(
            self._wording, f"lost.{kind}", tool=self._finalization.name, tokens=strategy.max_tokens
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
        if last.cut_off:
            return strategy.adapt_to_cut_off(self._model.traits)
        if attempts and last.has_same_faults(attempts[-1]):
            return strategy.adapt_to_repetition(self._model.traits)
        return strategy

    def _format_report(self, attempts: Sequence[Attempt]) -> str:
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
                f"The discussion and its summary are stored; you can resume the run {self._run}.",
            )
        )
