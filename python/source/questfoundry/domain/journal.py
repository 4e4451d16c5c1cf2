"""What the journal holds: model calls, the author's lines, tool results, and what else was paid.

An entry is found again by what was asked, not by when: run, kind, scope, hash of the
request, and how often the same was asked before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from attrs import evolve, field, frozen

from questfoundry.domain.chat.usage import NO_USAGE, Usage


class EntryKind(StrEnum):
    """What an entry records."""

    MODEL_CALL = "model_call"
    AUTHOR_LINE = "author_line"
    TOOL_RESULT = "tool_result"
    UNUSED_ANSWER = "unused_answer"
    """Of a model: it was paid for, and ended in an error or was set aside."""
    EMBEDDING = "embedding"
    RESULT = "result"
    """What a run came to that no version of an artifact holds."""


PAID_KINDS = frozenset({EntryKind.MODEL_CALL, EntryKind.UNUSED_ANSWER, EntryKind.EMBEDDING})
"""What a ledger counts."""


RAISED = "raised"
"""In a tool's result: what it raised instead."""


@frozen(kw_only=True)
class JournalKey:
    """Where an entry is found.

    ``scope`` is the phase, or the agent, that asked; ``digest`` the hash of the question
    (empty for an author's line); ``occurrence`` counts equal questions from 0.
    """

    run_id: str
    kind: EntryKind
    scope: str
    digest: str
    occurrence: int


@frozen(kw_only=True)
class JournalEntry:
    """One finished thing; ``request`` and ``response`` are plain JSON values."""

    key: JournalKey
    request: Mapping[str, Any]
    response: Mapping[str, Any]
    model: str = ""
    usage: Usage = field(default=NO_USAGE)
    seconds: float = 0.0
    recorded_at: datetime


@frozen(kw_only=True)
class PaidUsage:
    """What a paid entry used, or several together, as many as the usage has calls.

    ``seconds`` are the model's; all of them stand under that scope.
    """

    scope: str
    model: str
    usage: Usage
    seconds: float


def collect_paid_usage(entries: Iterable[JournalEntry]) -> Sequence[PaidUsage]:
    """What was paid for among them; one that was answered without a model is a call, too."""
    return [
        PaidUsage(
            scope=each.key.scope,
            model=each.model,
            usage=evolve(each.usage, calls=1),
            seconds=each.seconds,
        )
        for each in entries
        if each.key.kind in PAID_KINDS
    ]
