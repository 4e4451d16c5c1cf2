"""Provide the data of the studio application: the sessions of a project and its story as text."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from questfoundry.app.session.session import InteractiveSession
from questfoundry.app.session.sessions import list_sessions, make_title
from questfoundry.app.session.studio import Studio
from questfoundry.app.session.transcript import SUBJECT, begin_session


@frozen(kw_only=True)
class Desk:
    """A project's studio with its sessions; the function ``story`` returns the story as text."""

    studio: Studio
    story: Callable[[], str]

    def start_session(self, message: str) -> InteractiveSession:
        """Start a session with a title made from its first message, and return it."""
        begun = begin_session(self.studio.runs.store, make_title(message))
        return InteractiveSession(self.studio, begun)

    def open_session(self, number: str) -> InteractiveSession:
        """Return the session with this number; raise ``InputError`` if it does not exist."""
        return InteractiveSession(self.studio, f"{SUBJECT}/{number}")

    def describe_sessions(self) -> list[str]:
        """Return a line for each session: number, title, and whether it was interrupted."""
        return [
            f"{each.number}  {each.title or 'untitled'}"
            + ("  (interrupted; can be continued)" if each.cut_off else "")
            for each in list_sessions(self.studio.runs.store)
        ]

    def list_interrupted(self) -> list[str]:
        """Return the numbers of the interrupted sessions, whose process ended during work."""
        return [each.number for each in list_sessions(self.studio.runs.store) if each.cut_off]
