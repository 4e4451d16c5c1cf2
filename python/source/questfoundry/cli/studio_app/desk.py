"""The data that the application works with: the sessions of a project and the text of its story."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from questfoundry.app.session.session import InteractiveSession
from questfoundry.app.session.sessions import list_sessions, make_title
from questfoundry.app.session.studio import Studio
from questfoundry.app.session.transcript import SUBJECT, begin_session


@frozen(kw_only=True)
class Desk:
    """A project with its sessions; ``story`` tells of the story as far as there is one."""

    studio: Studio
    story: Callable[[], str]

    def start_session(self, message: str) -> InteractiveSession:
        """A new session, called by what was said first."""
        begun = begin_session(self.studio.runs.store, make_title(message))
        return InteractiveSession(self.studio, begun)

    def open_session(self, number: str) -> InteractiveSession:
        """That session; ``InputError`` where there is none."""
        return InteractiveSession(self.studio, f"{SUBJECT}/{number}")

    def describe_sessions(self) -> list[str]:
        """Every session with what was said first in it, and whether it was cut off."""
        return [
            f"{each.number}  {each.title or 'untitled'}"
            + ("  (interrupted; can be continued)" if each.cut_off else "")
            for each in list_sessions(self.studio.runs.store)
        ]

    def list_interrupted(self) -> list[str]:
        """The sessions whose process was killed while something was under way."""
        return [each.number for each in list_sessions(self.studio.runs.store) if each.cut_off]
