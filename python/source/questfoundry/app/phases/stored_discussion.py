"""Read the discussion of a stored run, and the brief that sums it up."""

from collections.abc import Iterator

from attrs import frozen

from questfoundry.app.phases.notes_and_brief import extract_brief, get_brief_marker
from questfoundry.app.store import ProjectStore
from questfoundry.domain.chat.messages import Message, Role
from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import PromptRepository
from questfoundry.domain.run.record import EntryKind, RunRecord


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
