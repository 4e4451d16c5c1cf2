"""Read the discussion of a stored run, and prepare a rerun, which continues it with a new note."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from questfoundry.app.phases.discuss_tools import to_plain_messages
from questfoundry.app.phases.stage_prompts import extract_brief, get_brief_marker
from questfoundry.app.stages.dream import DreamStage
from questfoundry.app.stages.stage import ArtifactStage
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.messages import Message, Role, user
from questfoundry.domain.errors import InputError
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run.inputs import EarlierDiscussion, StageInputs
from questfoundry.domain.run.record import EntryKind, RunRecord, RunStatus


@frozen(kw_only=True)
class StoredDiscussion:
    """The messages of the discussion in the run ``run``, and the brief.

    Both are empty if the stage began at Serialize.
    """

    run: str
    messages: tuple[Message, ...] = ()
    brief: str = ""


def load_discussion(
    store: ProjectStore, run: RunRecord, prompts: PromptRepository
) -> StoredDiscussion:
    """Return the discussion of ``run``, and its brief.

    A run that replays or reuses the answers of other runs has the brief in their journals.
    """
    messages = tuple(each.message for each in store.messages.get_by_conversation(run.id))
    if not messages:
        return StoredDiscussion(run=run.id)
    inputs = run.stage_inputs
    runs = filter(None, (run.id, inputs.source, *inputs.reuses))
    briefs = (brief for each in runs for brief in _list_briefs(store, each))
    brief = next(briefs, "") or _extract_last_brief(messages, get_brief_marker(prompts))
    return StoredDiscussion(run=run.id, messages=messages, brief=brief)


def _list_briefs(store: ProjectStore, run: str) -> Iterator[str]:
    """Yield the answers of Summarize in the run, newest first."""
    for entry in reversed(store.journal.entries(run)):
        is_answer = entry.key.kind is EntryKind.MODEL_CALL
        if is_answer and entry.key.scope.partition(".")[0] == Phase.SUMMARIZE.value:
            yield str(entry.response["text"]).strip()


def _extract_last_brief(messages: tuple[Message, ...], marker: str) -> str:
    answers = [each.content for each in messages if each.role is Role.ASSISTANT]
    return extract_brief(answers[-1], marker) if answers else ""


def build_rerun_inputs(
    stage: ArtifactStage, store: ProjectStore, inputs: StageInputs, note: str
) -> StageInputs:
    """Return the inputs of a run that continues the discussion behind the current artifact.

    ``note`` is the author's new note. The idea is taken from the earlier run, and so are size,
    shape and chapter unless ``inputs`` set them. A stage that works by chapter also keeps its
    earlier chapters. Raise ``InputError`` if the stage has no complete run.
    """
    earlier = store.find_source_run(stage.name)
    if earlier is None:
        raise InputError(
            f"{stage.name} has no complete run that could be rerun.",
            remedies=(RunStage(stage.name),),
        )
    earlier_inputs = earlier.stage_inputs
    current = store.artifacts.current(stage.name)
    talk = EarlierDiscussion(
        of=find_discussion_run(store, earlier),
        remark=note.strip(),
        version=current.version if current else None,
    )
    return inputs.model_copy(
        update={
            "idea": find_idea(stage, earlier, store),
            "remark": earlier_inputs.remark,
            "chapter": inputs.chapter or earlier_inputs.chapter,
            "settled": earlier_inputs.settled if stage.by_chapter else {},
            "size": inputs.size or earlier_inputs.size,
            "shape": inputs.shape or earlier_inputs.shape,
            "redo": talk,
        }
    )


def find_discussion_run(store: ProjectStore, run: RunRecord) -> str:
    """Return the id of the newest run with a discussion, up to ``run``.

    A run that only updated an artifact has no discussion.
    """
    runs = [
        each.id
        for each in store.runs.list(task=run.task)
        if each.status is RunStatus.COMPLETED or each.id == run.id
    ]
    upto = reversed(runs[: runs.index(run.id) + 1])
    return next((each for each in upto if store.messages.get_by_conversation(each)), run.id)


def load_earlier_discussion(store: ProjectStore, inputs: StageInputs) -> tuple[Message, ...]:
    """Return the messages of the earlier discussion, followed by the author's new note.

    The opening and the tool calls are left out. The result is empty unless the run is a rerun.
    """
    if inputs.redo is None:
        return ()
    messages = store.messages.get_by_conversation(inputs.redo.of)[1:]
    return (*to_plain_messages([each.message for each in messages]), user(inputs.redo.remark))


def load_previous_artifact(
    store: ProjectStore, stage: str, inputs: StageInputs
) -> Mapping[str, Any]:
    """Return the data of the artifact that a rerun replaces; empty for other runs."""
    number = inputs.redo.version if inputs.redo else None
    versions = store.artifacts.versions(stage) if number else ()
    return next((each.data for each in versions if each.version == number), {})


def find_idea(stage: ArtifactStage, run: RunRecord, store: ProjectStore) -> str:
    """Return the idea given to ``run``, or typed first in the first stage; "" without an idea."""
    given = run.stage_inputs.idea
    if given or stage.needs:
        return given
    lines = (
        entry.response["line"]
        for entry in store.journal.entries(run.id)
        if entry.key.kind is EntryKind.AUTHOR_LINE
    )
    return str(next(lines, None) or "")


def add_author_words(stage: ArtifactStage, store: ProjectStore, inputs: StageInputs) -> StageInputs:
    """Return ``inputs`` with the author's idea and all notes, also those for earlier stages."""
    idea = find_original_idea(store) if stage.needs else ""
    if not idea:
        return inputs
    runs = (store.find_source_run(need) for need in stage.needs)
    earlier_notes = (note for run in runs if run for note in run.stage_inputs.remarks)
    words = dict.fromkeys((idea, *earlier_notes, *inputs.remarks))
    return inputs.model_copy(update={"said": tuple(words)})


def find_original_idea(store: ProjectStore) -> str:
    """Return the author's idea for the story; empty if no run of the first stage is stored."""
    dream = DreamStage()
    run = store.find_source_run(dream.name)
    return find_idea(dream, run, store) if run else ""
