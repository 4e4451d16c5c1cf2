"""Begin or resume a run; when it ends, mark it as complete, failed or interrupted."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from attrs import evolve, frozen

from questfoundry.app.run.models import ModelSource, PhaseProviders
from questfoundry.app.run.run import Author, Run
from questfoundry.app.run.spend_meter import Ledger, SpendMeter, ledger_of_paid
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.usage import report_spending_to
from questfoundry.domain.errors import (
    ConversationError,
    InputError,
    MalformedAnswerError,
    NoAnswerError,
    RefusedError,
    WindowExceededError,
)
from questfoundry.domain.events.stages import StageFailed
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.remedy import Remedy, ResumeRun, RetryLast, RewritePassage
from questfoundry.domain.run.inputs import DraftInputs, RewriteInputs, RunInputs, StageInputs
from questfoundry.domain.run.record import RunRecord, RunStatus
from questfoundry.domain.run.support import require_supported

_ANSWER_ERRORS = (RefusedError, MalformedAnswerError, NoAnswerError, ConversationError)
"""Errors after which the run can be resumed."""


@frozen(kw_only=True)
class RunOpener:
    """An object that begins, finds and opens the runs of a project.

    ``session`` is the id of the session to which the runs belong, or empty. With ``replays``, the
    runs only repeat recorded answers: they raise ``AuthorLeft`` at the first call without one.
    """

    store: ProjectStore
    models: ModelSource
    meter: SpendMeter
    prices: PriceBook
    events: EventSink
    clock: Clock
    session: str = ""
    replays: bool = False

    def choose_providers(self, record: RunRecord | None = None) -> PhaseProviders:
        """Return the models for a new run, or those with which the run of ``record`` began.

        Raise ``SettingsError`` if the budget is in dollars and the price of a model is unknown.
        """
        found = self.models.choose_models(record)
        for provider in found:
            self.meter.require_price(str(provider.model))
        return found

    def begin(self, task: str, inputs: RunInputs, providers: PhaseProviders) -> RunRecord:
        """Store and return a new run for ``task``.

        Raise ``InputError`` if the models compose scenes and cannot fulfil ``inputs``.
        """
        for each in providers:
            require_supported(task, inputs, each.traits.capabilities)
        if self.session:
            inputs = inputs.model_copy(update={"session": self.session})
        return self.store.runs.begin(
            task, inputs=inputs, models=providers.to_record(), started_at=self.clock.now()
        )

    def find(self, task: str, run_id: str) -> RunRecord:
        """Return the run of ``task`` with the id ``run_id``, or raise ``InputError``."""
        record = self.store.runs.get(run_id)
        if record is None or record.task != task:
            known = [each.id for each in self.store.runs.list(task=task)]
            raise InputError(
                f"There is no run {run_id!r} of {task}. "
                f"Its runs are: {', '.join(known) or 'none yet'}."
            )
        return record

    def find_first(self, task: str, matches: Callable[[RunInputs], bool]) -> RunRecord | None:
        """Return the first run of ``task`` whose inputs match, or ``None``."""
        runs = self.store.runs.list(task=task)
        return next((each for each in runs if matches(each.inputs)), None)

    def find_unfinished(self, task: str, run_id: str) -> RunRecord:
        """Return the run of ``task``; raise ``InputError`` if it is missing or complete."""
        record = self.find(task, run_id)
        if record.status is RunStatus.COMPLETED:
            raise InputError(f"Run {run_id!r} is complete; there is nothing to resume.")
        return record

    @contextmanager
    def open(
        self,
        record: RunRecord,
        providers: PhaseProviders,
        *,
        resumed: bool = False,
        author: Author | None = None,
    ) -> Iterator[Run]:
        """Return a context in which the run of ``record`` is open.

        If the block ends normally, the run is marked as complete. After an error it is marked as
        failed or interrupted, and can be resumed.
        """
        if resumed:
            record = evolve(record, status=RunStatus.RUNNING, problem="", ended_at=None)
            self.store.runs.save(record)
        run = Run(
            record,
            providers=providers,
            journal=self.store.journal,
            meter=self.meter,
            clock=self.clock,
            events=self.events,
            author=author,
            resumed=resumed,
            replays=self.replays,
        )
        try:
            with report_spending_to(run.record_embedding_spending):
                yield run
        except BaseException as problem:
            self._record_stop(run, problem)
            raise
        self._save_end(run, run.record, RunStatus.COMPLETED)

    @contextmanager
    def open_newest(
        self, task: str, inputs: RunInputs, require: Callable[[PhaseProviders], None]
    ) -> Iterator[Run]:
        """Return a context with the newest run of ``task`` and ``inputs``, or else with a new run.

        Only an unfinished run continues, so that its answers are not paid for twice; a failed run
        would replay its answers. ``require`` raises an error if the models cannot do the task.
        """
        found = [each for each in self.store.runs.list(task=task) if each.inputs == inputs]
        ended = {RunStatus.COMPLETED, RunStatus.FAILED}
        resumed = found[-1] if found and found[-1].status not in ended else None
        providers = self.choose_providers(resumed)
        require(providers)
        record = resumed or self.begin(task, inputs, providers)
        with self.open(record, providers, resumed=resumed is not None) as run:
            yield run

    def discard_last_answer(self, record: RunRecord) -> None:
        """Discard the last model answer of the run, or raise ``InputError`` if the run has none."""
        if not self.store.journal.set_aside(record.id):
            raise InputError(
                f"Run {record.id!r} has no answer yet that could be requested again.",
                remedies=tuple(_list_resume_remedies(record)),
            )

    def read_ledger(self, run: Run | RunRecord) -> Ledger:
        """Return the totals of the run so far, including the calls before it was resumed."""
        return ledger_of_paid(self.store.journal.list_paid([run.id]), self.prices)

    def _record_stop(self, run: Run, problem: BaseException) -> None:
        """Mark the run as failed or interrupted after an error, and emit ``StageFailed``.

        The attempt number of a failed section is increased, so that a resumed run requests the
        section again instead of reading the failed answers from the journal.
        """
        record, status = run.record, RunStatus.INTERRUPTED
        if isinstance(problem, _ANSWER_ERRORS) and not isinstance(problem, WindowExceededError):
            problem.remedies = (*problem.remedies, *_list_next_remedies(record, problem))
        if isinstance(problem, ConversationError | NoAnswerError):
            status = RunStatus.FAILED
            if isinstance(record.inputs, StageInputs | DraftInputs):
                rounds = record.inputs.rounds
                again = {**rounds, problem.section: rounds.get(problem.section, 1) + 1}
                record = evolve(record, inputs=record.inputs.model_copy(update={"rounds": again}))
        cause = str(problem) or type(problem).__name__
        self._save_end(run, record, status, cause)
        self.events.emit(StageFailed(stage=record.task, run=record.id, problem=cause))

    def _save_end(self, run: Run, record: RunRecord, status: RunStatus, problem: str = "") -> None:
        models = run.providers.add_manners(record.models)
        ended = self.clock.now()
        self.store.runs.save(
            evolve(record, models=models, status=status, problem=problem, ended_at=ended)
        )


def _list_resume_remedies(record: RunRecord) -> Iterator[Remedy]:
    match record.inputs:
        case StageInputs():
            yield ResumeRun(record.task, record.id)
        case RewriteInputs(passage=passage, wish=wish):
            yield RewritePassage(passage, wish)


def _list_next_remedies(record: RunRecord, problem: BaseException) -> Iterator[Remedy]:
    """Yield the author's next steps after ``problem``.

    If an unusable answer is stored, the answer must be requested again; otherwise the run resumes.
    """
    is_paid_answer = isinstance(problem, NoAnswerError) and problem.has_cost
    if isinstance(problem, ConversationError) or is_paid_answer:
        return _list_retry_remedies(record)
    return _list_resume_remedies(record)


def _list_retry_remedies(record: RunRecord) -> Iterator[Remedy]:
    match record.inputs:
        case StageInputs():
            yield RetryLast(record.task, record.id)
        case RewriteInputs(passage=passage, wish=wish):
            yield RewritePassage(passage, wish, retry_last=True)
