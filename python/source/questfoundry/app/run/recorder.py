"""The recorder of one run: everything finished is done once, also across restarts.

It lives in the use cases, not among the adapters, because it is a rule over ports; see
the decision record on the journal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from questfoundry.domain.chat.codec import canonical, digest
from questfoundry.domain.chat.usage import NO_USAGE, Usage
from questfoundry.domain.journal import EntryKind, JournalEntry, JournalKey
from questfoundry.domain.protocols import Clock, Journal


@frozen(kw_only=True)
class Outcome:
    """What was done: a plain JSON value, and what it used."""

    response: Mapping[str, Any]
    model: str = ""
    usage: Usage = NO_USAGE


@frozen(kw_only=True)
class Recorded:
    """An entry of the journal; ``replayed`` where it was there before."""

    entry: JournalEntry
    replayed: bool


class RunRecorder:
    """Does things once for a run.

    ``source`` is another run whose entries count as this one's: a replayed recording. Of
    the ``earlier`` runs only the answers of the same model count: what did not change since
    is not paid for again.
    Equal questions are told apart by counting them, so a resumed run must ask in the
    same order; it does, because prompts hold no clock and no random id.
    """

    def __init__(
        self,
        *,
        journal: Journal,
        run_id: str,
        clock: Clock,
        source: str | None = None,
        earlier: Sequence[str] = (),
    ) -> None:
        self._journal = journal
        self._runs = (run_id,) if source is None else (run_id, source)
        self._earlier = tuple(earlier)
        self._is_replay = source is not None
        self._clock = clock
        self._asked: Counter[tuple[EntryKind, str, str]] = Counter()

    async def once(
        self,
        kind: EntryKind,
        scope: str,
        request: Mapping[str, Any],
        act: Callable[[], Awaitable[Outcome]],
        *,
        model: str = "",
    ) -> Recorded:
        """The recorded answer to ``request``, or a new one from ``act``, recorded first.

        ``model`` is the one that would be asked.
        """
        hashed = digest(canonical(request)) if request else ""
        counted = (kind, scope, hashed)
        occurrence = self._asked[counted]
        self._asked[counted] += 1
        key = JournalKey(
            run_id=self._runs[0], kind=kind, scope=scope, digest=hashed, occurrence=occurrence
        )
        found = self._found(key, model)
        if found is not None:
            return Recorded(entry=found, replayed=True)
        started = self._clock.monotonic()
        outcome = await act()
        entry = JournalEntry(
            key=key,
            request=request,
            response=outcome.response,
            model=outcome.model,
            usage=outcome.usage,
            seconds=self._clock.monotonic() - started,
            recorded_at=self._clock.now(),
        )
        self._journal.record(entry)
        return Recorded(entry=entry, replayed=False)

    def _found(self, key: JournalKey, model: str) -> JournalEntry | None:
        """The entry of that key, in this run or in another that counts."""
        for run in self._runs:
            found = self._journal.find(evolve(key, run_id=run))
            if found is not None:
                return found
        for run in self._earlier if key.kind is EntryKind.MODEL_CALL else ():
            found = self._journal.find(evolve(key, run_id=run))
            if found is not None and (self._is_replay or found.model == model):
                return found
        return None
