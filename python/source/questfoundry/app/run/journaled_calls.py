"""Make each call at most once per run: look for its answer in the journal first.

If a call is cancelled, the program waits a few seconds for its answer, since it is paid for.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from attrs import evolve, frozen

from questfoundry.app.run import STOP_PATIENCE
from questfoundry.app.run.spend_meter import SpendingLog, SpendMeter
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.errors import (
    AuthorLeft,
    StoreDamagedError,
    StoreError,
    StoreTakenOverError,
)
from questfoundry.domain.events import StoreRetried
from questfoundry.domain.protocols.runs import EventSink, Journal
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.domain.run.inputs import DraftInputs, StageInputs
from questfoundry.domain.run.record import EntryKind, JournalEntry, JournalKey, RunRecord
from questfoundry.domain.text.digest import digest, to_canonical_json

Result = TypeVar("Result")

_CLEANUP_SECONDS = 1.0

STORE_PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0)
"""The seconds between attempts to use the journal while the store cannot be reached."""


async def finish_call(
    work: Coroutine[Any, Any, Result], *, clock: Clock
) -> tuple[Result, asyncio.CancelledError | None]:
    """Run ``work`` to its end, even if the current task is cancelled meanwhile.

    Return the result, and the ``CancelledError`` to raise after storing it, if any. After a
    cancellation, wait at most ``STOP_PATIENCE`` seconds for the result. If ``work`` fails or takes
    longer, raise ``CancelledError``. A second cancellation ends ``work`` at once.
    """
    call = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(call), None
    except asyncio.CancelledError as stop:
        limit = asyncio.ensure_future(clock.sleep(STOP_PATIENCE))
        try:
            await asyncio.wait({call, limit}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            limit.cancel()
            if call.cancel():
                await asyncio.wait({call}, timeout=_CLEANUP_SECONDS)
        if call.cancelled() or call.exception() is not None:
            raise
        return call.result(), stop


@frozen(kw_only=True)
class CallOutcome:
    """The result of a new call: the response as plain JSON, and the tokens that the call used."""

    response: Mapping[str, Any]
    usage: Usage = NO_USAGE


@frozen(kw_only=True)
class JournalHit:
    """The journal entry with the response to a call; ``replayed`` if the entry was there before.

    ``store_seconds`` is the time that it took to store a new entry.
    """

    entry: JournalEntry
    replayed: bool
    store_seconds: float = 0.0


class JournaledCalls:
    """An object that makes a run's calls, records the answers and counts the spending.

    Equal requests are numbered in order, so a resumed run must make its requests in the same order.
    ``rounds`` maps each section that failed to the number of its current attempt.
    """

    def __init__(
        self,
        record: RunRecord,
        *,
        journal: Journal,
        meter: SpendMeter,
        clock: Clock,
        events: EventSink,
        replays: bool = False,
    ) -> None:
        # A rewrite is a run of its own, so attempts and replays of the original run do not apply.
        inputs = record.inputs
        own = inputs if isinstance(inputs, StageInputs) else StageInputs()
        self._source, self._reuses = own.source, own.reuses
        self.rounds = inputs.rounds if isinstance(inputs, DraftInputs) else own.rounds
        self._run_id = record.id
        self._journal = journal
        self._meter = meter
        self._replays = replays
        self._clock = clock
        self._events = events
        self._occurrences: Counter[tuple[EntryKind, str, str]] = Counter()
        self._spending = SpendingLog(record.id, journal=journal, clock=clock)

    def find_first_request(self, scope: str = "") -> JournalEntry | None:
        """Return the first model call of the run or of its recording, or ``None``.

        If ``scope`` is given, only calls in this scope count.
        """
        for run in self._recorded_runs:
            for entry in self._journal.entries(run):
                if entry.key.kind is EntryKind.MODEL_CALL and scope in ("", entry.key.scope):
                    return entry
        return None

    @property
    def _recorded_runs(self) -> tuple[str, ...]:
        return (self._run_id, self._source) if self._source else (self._run_id,)

    async def call_once(
        self,
        kind: EntryKind,
        scope: str,
        request: Mapping[str, Any],
        make: Callable[[], Coroutine[Any, Any, CallOutcome]],
        *,
        model: str = "",
        keep: bool = True,
    ) -> JournalHit:
        """Return the journal entry with the response to ``request``.

        If the journal has no such entry, call ``make`` and record its outcome, unless ``keep`` is
        false. If a model call is cancelled, wait a few seconds for its answer and record it.
        """
        key = self._next_key(kind, scope, digest(to_canonical_json(request)) if request else "")
        found = await self._use_store(partial(self._find_entry, key, model))
        if found is not None:
            return JournalHit(entry=found, replayed=True)
        if self._replays and kind in (EntryKind.MODEL_CALL, EntryKind.TOOL_RESULT):
            raise AuthorLeft("The run was stopped.")
        work = self._make_and_record(key, request, make, model=model, keep=keep)
        if kind is not EntryKind.MODEL_CALL:
            return await work
        recorded, stop = await finish_call(work, clock=self._clock)
        if stop is not None:
            raise stop
        return recorded

    async def _make_and_record(
        self,
        key: JournalKey,
        request: Mapping[str, Any],
        make: Callable[[], Coroutine[Any, Any, CallOutcome]],
        *,
        model: str,
        keep: bool,
    ) -> JournalHit:
        started = self._clock.monotonic()
        outcome = await make()
        # The answer is recorded in this step: if another call ran first, a kill would lose it.
        entry = JournalEntry(
            key=key,
            request=request,
            response=outcome.response,
            model=model,
            usage=outcome.usage,
            seconds=self._clock.monotonic() - started,
            recorded_at=self._clock.now(),
        )
        answered = self._clock.monotonic()
        if keep:
            await self._use_store(partial(self._journal.record, entry))
        if key.kind is EntryKind.MODEL_CALL:
            self._meter.add(model, outcome.usage)
        stored_in = self._clock.monotonic() - answered
        return JournalHit(entry=entry, replayed=False, store_seconds=stored_in)

    async def _use_store(self, work: Callable[[], Result]) -> Result:
        """Return the result of ``work``; if the store cannot be reached, wait and try again.

        After all pauses in ``STORE_PAUSES``, raise the store's error. If the task is cancelled
        during a pause, try once more at once, because an answer in hand is paid for.
        """
        for pause in STORE_PAUSES:
            try:
                return work()
            except (StoreDamagedError, StoreTakenOverError):
                raise
            except StoreError as problem:
                self._events.emit(StoreRetried(wait=pause, problem=str(problem)))
            try:
                await self._clock.sleep(pause)
            except asyncio.CancelledError:
                with suppress(StoreError):
                    work()
                raise
        return work()

    def record_spending(
        self, kind: EntryKind, scope: str, request_digest: str, model: str, usage: Usage
    ) -> None:
        """Record the tokens of a paid call whose answer is not recorded in the journal."""
        self._spending.record(kind, scope, request_digest, model, usage)
        self._meter.add(model, usage)

    def _next_key(self, kind: EntryKind, scope: str, request_digest: str) -> JournalKey:
        occurrence = self._occurrences[kind, scope, request_digest]
        self._occurrences[kind, scope, request_digest] += 1
        return JournalKey(
            run_id=self._run_id,
            kind=kind,
            scope=scope,
            digest=request_digest,
            occurrence=occurrence,
        )

    def _find_entry(self, key: JournalKey, model: str) -> JournalEntry | None:
        """Return the journal entry with this key from this run, the replayed run or an earlier run.

        From an earlier run, only a model call is used. Except in a replay, the answer must come
        from the same model.
        """
        for run in self._recorded_runs:
            found = self._journal.find(evolve(key, run_id=run))
            if found is not None:
                return found
        for run in self._reuses if key.kind is EntryKind.MODEL_CALL else ():
            found = self._journal.find(evolve(key, run_id=run))
            if found is not None and (self._source or found.model == model):
                return found
        return None
