"""Define journal entries: a run's stored model calls, author's lines and tool results.

A resumed run finds an entry by its key, not by time. The key consists of the run, the kind of
entry, the scope, the hash of the question, and the number of equal questions before.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from attrs import evolve, field, frozen

from questfoundry.domain.chat.usage import NO_USAGE, Usage


class EntryKind(StrEnum):
    """The kind of event that a journal entry records, such as a model call or an author's line."""

    MODEL_CALL = "model_call"
    AUTHOR_LINE = "author_line"
    TOOL_RESULT = "tool_result"
    UNUSED_ANSWER = "unused_answer"
    """A paid answer of a model that ended in an error or was discarded."""
    EMBEDDING = "embedding"
    RESULT = "result"
    """The result of a run that is not a version of an artifact."""


PAID_KINDS = frozenset({EntryKind.MODEL_CALL, EntryKind.UNUSED_ANSWER, EntryKind.EMBEDDING})
"""The kinds of entries that a ledger counts."""


RAISED = "raised"
"""The key of a tool's result that holds the error the tool raised."""


@frozen(kw_only=True)
class JournalKey:
    """The key under which a journal entry is stored.

    ``digest``: the hash of the question; empty for an author's line.
    ``occurrence``: the number of equal questions before this one.
    """

    run_id: str
    kind: EntryKind
    scope: str
    digest: str
    occurrence: int


@frozen(kw_only=True)
class JournalEntry:
    """A question of a run and its answer, as JSON: of a model, the author or a tool."""

    key: JournalKey
    request: Mapping[str, Any]
    response: Mapping[str, Any]
    model: str = ""
    usage: Usage = field(default=NO_USAGE)
    seconds: float = 0.0
    recorded_at: datetime


@frozen(kw_only=True)
class PaidUsage:
    """The usage and the model's seconds of one or several paid entries of the same ``scope``."""

    scope: str
    model: str
    usage: Usage
    seconds: float


def collect_paid_usage(entries: Iterable[JournalEntry]) -> Sequence[PaidUsage]:
    """Return the usage of each paid entry in ``entries``; each entry counts as one call."""
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
