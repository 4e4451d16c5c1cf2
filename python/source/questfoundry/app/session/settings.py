"""How a session is held."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.budget import Budget


@frozen(kw_only=True)
class SessionSettings:
    """What the author chose for all sessions of a project.

    With ``require_approval`` the author is asked before runs and before tools that have effects.
    ``budget`` bounds a whole session with its runs. ``project`` and ``language`` are told to the
    agent.
    """

    require_approval: bool = True
    budget: Budget | None = None
    project: str = "without a name yet"
    language: str = "en"
