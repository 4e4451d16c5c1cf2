"""The author's settings for sessions of the studio."""

from attrs import frozen

from questfoundry.domain.run.spec import Budget


@frozen(kw_only=True)
class SessionSettings:
    """The author's settings for all sessions of a project.

    ``require_approval``: whether the author must approve runs and tools with side effects.
    ``budget``: the spending limit of a whole session, including its runs.
    """

    require_approval: bool = True
    budget: Budget | None = None
    project: str = "without a name yet"
    language: str = "en"
