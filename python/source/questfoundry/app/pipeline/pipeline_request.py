"""What one can ask of the pipeline, what comes of it, and who is asked between the stages."""

from __future__ import annotations

from abc import abstractmethod
from enum import Enum, auto
from typing import Protocol

from attrs import field, frozen

from questfoundry.app.pipeline.stage_request import StageRequest, StageResult
from questfoundry.app.run.spend_meter import Spent
from questfoundry.app.shipping.ship import Shipped
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import Remedy


class Verdict(Enum):
    """What the author may say of a stage; an edit of its file is taken in with either."""

    ACCEPT = auto()
    EDITED = auto()


@frozen
class Redo:
    """Make the stage anew, minding the remark."""

    remark: str


class Reviewer(Protocol):
    """The author between the stages; one who wants to stop raises ``AuthorLeft``."""

    @abstractmethod
    async def decide(self, result: StageResult) -> Verdict | Redo:
        """What becomes of a stage that was just settled."""

    @abstractmethod
    def refused(self, problem: InputError) -> None:
        """The author's edit is not valid, and they are asked again."""


@frozen(kw_only=True)
class PipelineRequest:
    """One execution of the pipeline.

    From the stage ``start`` on all is made anew, ``end`` is the last stage that is looked at.
    ``size`` is one that the author asks for now. ``each`` says how every stage is run; its
    ``user_prompt``, ``resume`` and ``redo`` do not count.
    """

    idea: str = ""
    start: str | None = None
    end: str | None = None
    size: str | None = None
    each: StageRequest = field(factory=StageRequest)
    reviewer: Reviewer | None = None


@frozen(kw_only=True)
class PipelineResult:
    """The stages that were made now, the files, and what this execution took.

    ``shipped`` is ``None`` where SHIP was not reached, or was done already.
    """

    made: tuple[StageResult, ...]
    shipped: Shipped | None
    spent: Spent
    seconds: float
    next_step: Remedy | None
