"""Define the stored record of a run, its drafts and its journal entries.

A resumed run finds a journal entry by its key, not by time. The key consists of the run, the kind
of entry, the scope, the hash of the request, and the number of equal requests before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from questfoundry.domain.chat.usage import NO_USAGE
from questfoundry.domain.text.differences import Difference, list_differences

if TYPE_CHECKING:
    from questfoundry.domain.artifacts.version import Summary
    from questfoundry.domain.chat.usage import Usage
    from questfoundry.domain.run.inputs import RunInputs, StageInputs


REWRITE = "rewrite"  # The task of a rewrite of one passage, separate from FILL
BOOK_CHAT = "book-chat"  # The task of one turn of a conversation with a book


class RunStatus(StrEnum):
    """The status of a run; only a run with the status ``COMPLETED`` can never be resumed."""

    RUNNING = "running"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    COMPLETED = "completed"


@frozen(kw_only=True)
class RunRecord:
    """One execution of a stage or of another task, as stored.

    ``id``: the task and a number, such as ``dream-1``.
    ``models``: the model of each phase or agent, with its known traits.
    """

    id: str
    task: str
    status: RunStatus = RunStatus.RUNNING
    inputs: RunInputs
    models: Mapping[str, Any] = field(factory=dict[str, Any])
    started_at: datetime
    ended_at: datetime | None = None
    problem: str = ""

    @property
    def stage_inputs(self) -> StageInputs:
        """The inputs of the stage that the run executes.

        For a rewrite or a draft, these are the inputs of the run that first wrote the text.
        """
        from questfoundry.domain.run.inputs import (
            CandidateInputs,
            DraftInputs,
            RewriteInputs,
            StageInputs,
        )

        match self.inputs:
            case StageInputs():
                return self.inputs
            case RewriteInputs() | CandidateInputs() | DraftInputs():
                return self.inputs.written
            case _:
                return StageInputs()


@frozen(kw_only=True)
class Draft:
    """A finished proposal for the artifact of a stage, or for the prose of a passage.

    ``id``: the id of the run that made the draft, such as ``take-3``.
    ``data``: the artifact as plain JSON, or the prose with its facts and findings.
    ``current``: the accepted artifact or prose in the same form; empty if there is none.
    ``base``: the prose of the passage when the draft was made, if it had any.
    ``fresh``: whether the inputs are unchanged; if not, the draft cannot be chosen.
    """

    id: str
    stage: str
    passage: str = ""
    wish: str = ""
    number: int
    seed: int | None = None
    data: Mapping[str, Any]
    current: Mapping[str, Any]
    summary: Summary = ()
    base: str = ""
    fresh: bool = True

    @property
    def changes(self) -> dict[int, Difference]:
        """The changes in the draft of a passage that can be accepted one by one, by number."""
        return list_differences(
            self.base, *(str(each["prose"]) for each in (self.current, self.data))
        )

    @property
    def counts(self) -> bool:
        """Return whether the draft is accepted, that is, equal to the current artifact or prose."""
        return self.data == self.current


class EntryKind(StrEnum):
    """The kind of event that a journal entry records, such as a model call or an author's line."""

    MODEL_CALL = "model_call"
    AUTHOR_LINE = "author_line"
    TOOL_RESULT = "tool_result"
    UNUSED_ANSWER = "unused_answer"
    """A paid answer of a model that could not be used or was discarded."""
    EMBEDDING = "embedding"
    RESULT = "result"  # The result of a run that is not a version of an artifact


PAID_KINDS = frozenset({EntryKind.MODEL_CALL, EntryKind.UNUSED_ANSWER, EntryKind.EMBEDDING})
"""The kinds of journal entries whose costs are added up in a ledger."""


RAISED = "raised"  # The key of a tool's result that holds the error the tool raised


@frozen(kw_only=True)
class JournalKey:
    """The key under which a journal entry is stored.

    ``digest``: the hash of the request; empty for an author's line.
    ``occurrence``: the number of equal requests before this one.
    """

    run_id: str
    kind: EntryKind
    scope: str
    digest: str
    occurrence: int


@frozen(kw_only=True)
class JournalEntry:
    """A request of a run and its answer, as JSON; a model, the author or a tool answered."""

    key: JournalKey
    request: Mapping[str, Any]
    response: Mapping[str, Any]
    model: str = ""
    usage: Usage = field(default=NO_USAGE)
    seconds: float = 0.0
    recorded_at: datetime


@frozen(kw_only=True)
class PaidUsage:
    """The tokens and seconds of one or several paid entries with the same ``scope`` and model."""

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
