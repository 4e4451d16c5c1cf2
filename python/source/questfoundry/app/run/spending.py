"""Record paid usage that belongs to no recorded model answer, such as the usage of embeddings."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar

from attrs import evolve

from questfoundry.app.run.spend_meter import SpendMeter
from questfoundry.domain.chat.usage import Usage, has_spending_sink, report_spending_to
from questfoundry.domain.protocols import Clock, EmbeddingProvider, Journal, RunRepository
from questfoundry.domain.run.inputs import EmbeddingInputs
from questfoundry.domain.run.journal import EntryKind, JournalEntry, JournalKey
from questfoundry.domain.run.spec import EMBEDDING


class SpendingLog:
    """A writer that adds numbered spending entries to the journal of one run."""

    def __init__(self, run_id: str, *, journal: Journal, clock: Clock) -> None:
        self._run_id = run_id
        self._journal = journal
        self._clock = clock
        self._next_occurrences: dict[JournalKey, int] = {}

    def record(self, kind: EntryKind, scope: str, digest: str, model: str, usage: Usage) -> None:
        """Add an entry with ``usage`` to the journal; ``digest`` identifies the request, if any."""
        first = JournalKey(run_id=self._run_id, kind=kind, scope=scope, digest=digest, occurrence=0)
        key = evolve(first, occurrence=self._next_occurrences.get(first, 0))
        while self._journal.find(key) is not None:
            key = evolve(key, occurrence=key.occurrence + 1)
        self._next_occurrences[first] = key.occurrence + 1
        self._journal.record(
            JournalEntry(
                key=key,
                request={},
                response={},
                model=model,
                usage=usage,
                recorded_at=self._clock.now(),
            )
        )


_METER: ContextVar[SpendMeter | None] = ContextVar("embedding_meter", default=None)


@contextmanager
def meter_embeddings(meter: SpendMeter) -> Iterator[None]:
    """Return a context that charges embeddings outside of any run to ``meter``."""
    token = _METER.set(meter)
    try:
        yield
    finally:
        _METER.reset(token)


class CountedEmbeddingProvider(EmbeddingProvider):
    """An embedding provider that records the cost of its embeddings, even outside of any run.

    The costs outside of runs are recorded under one additional run per process.
    """

    def __init__(
        self, inner: EmbeddingProvider, *, runs: RunRepository, journal: Journal, clock: Clock
    ) -> None:
        self._inner = inner
        self._runs = runs
        self._journal = journal
        self._clock = clock
        self._log: SpendingLog | None = None

    @property
    def model(self) -> str:
        """The name of the wrapped provider's model."""
        return self._inner.model

    async def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """Return the wrapped provider's embeddings of ``texts``, and record their cost.

        Within :func:`meter_embeddings`, raise ``BudgetReachedError`` if the budget is used up.
        """
        meter = _METER.get()
        if meter is not None:
            meter.require_price(self.model)
            meter.require_budget()
        with nullcontext() if has_spending_sink() else report_spending_to(self._record):
            return await self._inner.embed(texts)

    async def close(self) -> None:
        """Close the wrapped provider."""
        await self._inner.close()

    def _record(self, model: str, usage: Usage) -> None:
        if self._log is None:
            run = self._runs.begin(
                EMBEDDING,
                inputs=EmbeddingInputs(),
                models={},
                started_at=self._clock.now(),
                complete=True,
            )
            self._log = SpendingLog(run.id, journal=self._journal, clock=self._clock)
        self._log.record(EntryKind.EMBEDDING, EntryKind.EMBEDDING.value, "", model, usage)
        if (meter := _METER.get()) is not None:
            meter.add(model, usage)
