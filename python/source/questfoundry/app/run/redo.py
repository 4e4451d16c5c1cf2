"""Making an artifact anew from its earlier discussion, with a remark of the author's added."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from questfoundry.app.stages.stage import Stage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.messages import Message, user
from questfoundry.domain.errors import InputError
from questfoundry.domain.journal import EntryKind
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run import Run, RunStatus

REDO = "redo"
"""Input of a run: the earlier run that it goes on from, and the author's remark."""


def redo_inputs(
    stage: Stage, store: ProjectStore, inputs: Mapping[str, Any], remark: str
) -> dict[str, Any]:
    """The inputs of a run that goes on from the discussion behind the current artifact.

    The earlier idea counts, and the earlier size where ``inputs`` have none.
    """
    earlier = run_behind(stage, store)
    if earlier is None:
        raise InputError(
            f"{stage.name} has no complete run to make anew.",
            remedies=(RunStage(stage.name),),
        )
    return {
        **inputs,
        "user_prompt": words_of(stage, store, earlier),
        "size": inputs["size"] or earlier.inputs["size"],
        REDO: {"of": earlier.id, "remark": remark.strip()},
    }


def earlier_talk(store: ProjectStore, inputs: Mapping[str, Any]) -> tuple[Message, ...]:
    """What was said before in a run with those inputs, after its opening; then the remark."""
    redo = inputs.get(REDO)
    if redo is None:
        return ()
    _, *said = store.messages.get_by_conversation(redo["of"])
    return (*(each.message for each in said), user(redo["remark"]))


def remark_of(inputs: Mapping[str, Any]) -> str:
    """The remark with which a run with those inputs makes its artifact anew; else nothing."""
    redo = inputs.get(REDO)
    return "" if redo is None else str(redo["remark"])


def run_behind(stage: Stage, store: ProjectStore) -> Run | None:
    """The run that the current artifact came from; the newest complete one where it was edited."""
    complete = store.runs.list(stage=stage.name, status=RunStatus.COMPLETED)
    current = store.artifacts.current(stage.name)
    origin = [run for run in complete if current is not None and run.id == current.origin]
    return next(reversed(origin or complete), None)


def words_of(stage: Stage, store: ProjectStore, run: Run) -> str:
    """The idea, or the remark, that a run of the stage was begun with.

    Where it was asked for, the idea is the first line that the author typed.
    """
    given = str(run.inputs["user_prompt"])
    if given or stage.needs:
        return given
    lines = (
        entry.response["line"]
        for entry in store.journal.entries(run.id)
        if entry.key.kind is EntryKind.AUTHOR_LINE
    )
    return str(next(lines, None) or "")
