"""The sessions that a project has, each with what was said first and whether it was cut off."""

from __future__ import annotations

from attrs import frozen

from questfoundry.app.session.transcript import SUBJECT
from questfoundry.app.store import ProjectStore
from questfoundry.domain.run import RunStatus
from questfoundry.domain.run_inputs import StudioInputs
from questfoundry.domain.task import STUDIO


@frozen(kw_only=True)
class ListedSession:
    """A session by its number; ``cut_off`` where its process was killed while it answered."""

    number: str
    title: str
    cut_off: bool


def list_sessions(store: ProjectStore) -> tuple[ListedSession, ...]:
    """All of a project, the oldest first."""
    left = store.runs.list(task=STUDIO, status=RunStatus.RUNNING)
    cut = {each.inputs.session for each in left if isinstance(each.inputs, StudioInputs)}
    return tuple(
        ListedSession(number=each.id.rpartition("/")[2], title=each.title, cut_off=each.id in cut)
        for each in store.conversations.list(SUBJECT)
    )


def make_title(message: str) -> str:
    """What a session is called that begins with that message."""
    return " ".join(message.split())[:60]
