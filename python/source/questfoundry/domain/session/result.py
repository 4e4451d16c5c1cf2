"""What came of a delegated run: the answer, whose it is, and what each of its parts cost."""

from __future__ import annotations

from decimal import Decimal
from enum import StrEnum
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from questfoundry.domain.session.spec import RunMode


class ResultStatus(StrEnum):
    """How a run ended.

    ``partial`` where something failed, or time or money ran out, and there is an answer all the
    same; ``failed`` where there is none.
    """

    COMPLETE = "complete"
    PARTIAL = "partial"
    CANCELLED = "cancelled"
    FAILED = "failed"


class _Value(BaseModel):
    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")


class Spending(_Value):
    """What a part of a run used; ``cost`` in US dollars, ``None`` where a price is unknown."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal | None = Decimal(0)

    @property
    def tokens(self) -> int:
        """Tokens read and written."""
        return self.input_tokens + self.output_tokens


class Candidate(_Value):
    """An agent's newest draft; ``round`` 0 is the first one, ``problem`` why it went no further.

    ``findings`` are what checks say of it; ``plan`` what it was made by, where it was planned.
    """

    agent: str
    text: str = ""
    round: int = 0
    problem: str = ""
    findings: tuple[str, ...] = ()
    plan: str = ""


class CriterionScore(_Value):
    """What a judge gives a candidate for one criterion, 0 to 10, and why."""

    candidate: str
    criterion: str
    score: int
    reason: str


class Ballot(_Value):
    """All that one judge gives."""

    judge: str
    marks: tuple[CriterionScore, ...]

    def total(self, candidate: str) -> int:
        """The sum for one candidate."""
        return sum(mark.score for mark in self.marks if mark.candidate == candidate)


class RunResult(_Value):
    """What a delegated run came to.

    ``agent`` is whose ``answer`` it is. ``spent`` is the use of the whole run, ``by_agent`` that of
    each agent at its drafts, ``on_vote`` that of rubric and votes; ``seconds`` from its beginning.
    ``files`` are paths from the project's folder; ``stage`` and ``version`` say which artifact it
    made.
    """

    run: str
    task: str
    mode: RunMode
    status: ResultStatus
    answer: str = ""
    agent: str = ""
    problem: str = ""
    candidates: tuple[Candidate, ...] = ()
    criteria: tuple[str, ...] = ()
    votes: tuple[Ballot, ...] = ()
    rounds: int = 0
    spent: Spending = Spending()
    by_agent: dict[str, Spending] = {}
    on_vote: Spending = Spending()
    seconds: float = 0.0
    files: tuple[str, ...] = ()
    stage: str = ""
    version: int | None = None

    @property
    def label(self) -> str:
        """How the run is called where it is shown."""
        return label_of(self.task)

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON."""
        return self.model_dump(mode="json")


LABEL_LENGTH = 60
"""Characters of a task in a run's label."""


def label_of(task: str) -> str:
    """How a run with that task is called."""
    line = " ".join(task.split())
    return f"Run: {line if len(line) <= LABEL_LENGTH else f'{line[: LABEL_LENGTH - 1]}…'}"
