"""What the application works over: the sessions of a project, and what its story looks like."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from questfoundry.app.session.session import InteractiveSession
from questfoundry.app.session.studio import Studio
from questfoundry.app.session.transcript import SUBJECT, begin_session
from questfoundry.domain.run import STUDIO, RunStatus, StudioInputs


@frozen(kw_only=True)
class Desk:
    """A project with its sessions; ``story`` tells of the story as far as there is one."""

    studio: Studio
    story: Callable[[], str]

    def begin(self, message: str) -> InteractiveSession:
        """A new session, called by what was said first."""
        title = " ".join(message.split())[:60]
        return InteractiveSession(self.studio, begin_session(self.studio.runs.store, title))

    def open(self, number: str) -> InteractiveSession:
        """That session; ``InputError`` where there is none."""
        return InteractiveSession(self.studio, f"{SUBJECT}/{number}")

    def sessions(self) -> list[str]:
        """Every session with what was said first in it, and whether it was cut off."""
        store = self.studio.runs.store
        cut = self.cut_off()
        return [
            f"{number}  {each.title or 'without a title'}"
            + ("  (was cut off, and can be gone on with)" if number in cut else "")
            for each in store.conversations.list(SUBJECT)
            if (number := each.id.rpartition("/")[2])
        ]

    def cut_off(self) -> list[str]:
        """The sessions whose process was killed while something was under way."""
        left = self.studio.runs.store.runs.list(task=STUDIO, status=RunStatus.RUNNING)
        return list(
            dict.fromkeys(
                each.inputs.session.rpartition("/")[2]
                for each in left
                if isinstance(each.inputs, StudioInputs)
            )
        )
