"""The settings of sessions."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.budget import Budget


@frozen(kw_only=True)
class SessionSettings:
    """The author's settings for all sessions of a project.

    With ``require_approval`` the author approves runs and tools with effects. ``budget`` limits a
    whole session with its runs. The agent's system message contains ``project`` and ``language``.
    """

    require_approval: bool = True
    budget: Budget | None = None
    project: str = "without a name yet"
    language: str = "en"
