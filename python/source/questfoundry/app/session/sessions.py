"""List the sessions of a project."""

from attrs import frozen

from questfoundry.app.session.transcript import SUBJECT
from questfoundry.app.store import ProjectStore
from questfoundry.domain.run.inputs import StudioInputs
from questfoundry.domain.run.record import RunStatus
from questfoundry.domain.run.spec import STUDIO


@frozen(kw_only=True)
class ListedSession:
    """A listed session; ``cut_off`` is true if a turn is running or its process was killed."""

    number: str
    title: str
    cut_off: bool


def list_sessions(store: ProjectStore) -> tuple[ListedSession, ...]:
    """Return all sessions of a project, oldest first."""
    running = store.runs.list(task=STUDIO, status=RunStatus.RUNNING)
    interrupted = {each.inputs.session for each in running if isinstance(each.inputs, StudioInputs)}
    return tuple(
        ListedSession(
            number=each.id.rpartition("/")[2], title=each.title, cut_off=each.id in interrupted
        )
        for each in store.conversations.list(SUBJECT)
    )


def make_title(message: str) -> str:
    """Return a session's title: the first 60 characters of ``message``, the first message."""
    return " ".join(message.split())[:60]
