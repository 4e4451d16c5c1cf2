"""Define the result of a delegated run (a task for agents): its answer, author and cost."""

from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum
from typing import Any, Self

from attrs import frozen
from pydantic import Field

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import InputError
from questfoundry.domain.field_types import FrozenModel
from questfoundry.domain.run.spec import RunMode


class ResultStatus(StrEnum):
    """The final status of a delegated run; a ``PARTIAL`` run was stopped, but it has an answer."""

    COMPLETE = "complete"
    PARTIAL = "partial"
    CANCELLED = "cancelled"
    FAILED = "failed"


class Decider(StrEnum):
    """The person or rule that decided which draft is the answer of a run."""

    NO_CHOICE = "no_choice"  # There was at most one draft
    VOTE = "vote"
    RULE = "rule"  # No judge voted: the newest or the cheapest draft is the answer
    AUTHOR = "author"


class Spending(FrozenModel):
    """The calls, tokens and US dollars of a part of a run; ``cost`` is ``None`` if unknown."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal | None = Decimal(0)

    @property
    def tokens(self) -> int:
        """The sum of input and output tokens."""
        return self.input_tokens + self.output_tokens

    def add_call(self, usage: Usage, cost: Decimal | None) -> Self:
        """Return the spending with one more call, which cost ``cost``, or an unknown amount."""
        total = None if cost is None or self.cost is None else self.cost + cost
        return self.model_copy(
            update={
                "calls": self.calls + 1,
                "input_tokens": self.input_tokens + usage.input_tokens,
                "output_tokens": self.output_tokens + usage.output_tokens,
                "cost": total,
            }
        )


class Candidate(FrozenModel):
    """An agent's latest draft of an answer; ``round`` counts from 0, and ``plan`` may be empty.

    ``earlier``: the agent's drafts before this one, oldest first.
    """

    agent: str
    text: str = ""
    round: int = 0
    problem: str = ""
    findings: tuple[str, ...] = ()
    plan: str = ""
    earlier: tuple[str, ...] = ()

    def replace_text(self, text: str, number: int) -> Self:
        """Return the candidate with a new draft from round ``number``; the old draft is kept."""
        earlier = (*self.earlier, self.text)
        return self.model_copy(update={"text": text, "round": number, "earlier": earlier})


class CriterionScore(FrozenModel):
    """The score (0 to 10) that a judge gives a candidate by one criterion, with the reason."""

    candidate: str
    criterion: str
    score: int
    reason: str


class Ballot(FrozenModel):
    """The scores that one judge gives to the candidates."""

    judge: str
    marks: tuple[CriterionScore, ...]

    def total(self, candidate: str) -> int:
        """Return the sum of the judge's scores for ``candidate``."""
        return sum(each.score for each in self.marks if each.candidate == candidate)

    def has_marks(self, candidate: str) -> bool:
        """Return whether the judge scored ``candidate``."""
        return any(each.candidate == candidate for each in self.marks)


def average_points(votes: Iterable[Ballot], candidate: str) -> float | None:
    """Return the mean of the totals that ``candidate`` got from its judges, or ``None``."""
    totals = [each.total(candidate) for each in votes if each.has_marks(candidate)]
    return sum(totals) / len(totals) if totals else None


class RunResult(FrozenModel):
    """The result of a delegated run.

    ``agent``: the id of the agent that wrote ``answer``.
    ``decided_by``: who decided that ``answer`` counts.
    ``run_choice``: the agent whose draft the run itself chose, if the author decided otherwise.
    ``by_agent``: the tokens and money that each agent used for its drafts.
    ``on_vote``: the tokens and money used to choose criteria and to vote.
    ``files``: the paths of the files that the run wrote, relative to the project folder.
    ``answer_file``: the path of the file with ``answer``, or empty for a stage and without answer.
    """

    run: str
    task: str
    mode: RunMode
    status: ResultStatus
    answer: str = ""
    agent: str = ""
    decided_by: Decider = Decider.NO_CHOICE
    run_choice: str = ""
    problem: str = ""
    candidates: tuple[Candidate, ...] = ()
    criteria: tuple[str, ...] = ()
    votes: tuple[Ballot, ...] = ()
    rounds: int = 0
    spent: Spending = Spending()
    by_agent: dict[str, Spending] = Field(default_factory=dict)
    on_vote: Spending = Spending()
    seconds: float = 0.0
    files: tuple[str, ...] = ()
    answer_file: str = ""
    stage: str = ""
    version: int | None = None

    @property
    def label(self) -> str:
        """The name under which the run is displayed."""
        return label_of(self.task)

    @property
    def answer_files(self) -> tuple[str, ...]:
        """The paths of the file with the answer and of the files below ``deliverables/``."""
        delivered = (each for each in self.files if each.startswith("deliverables/"))
        return tuple(dict.fromkeys(filter(None, (self.answer_file, *delivered))))

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain JSON values."""
        return self.model_dump(mode="json")


@frozen(kw_only=True)
class DraftChoice:
    """The author's choice of a draft: ``number`` counts the drafts of ``agent`` from 1.

    Without a ``number``, the choice is the newest draft.
    """

    run: str
    agent: str
    number: int | None = None

    def find_draft(self, result: RunResult) -> Candidate:
        """Return the chosen draft; raise ``InputError`` if there is none."""
        found = {each.agent: each for each in result.candidates if each.text}
        candidate = found.get(self.agent)
        if candidate is None:
            names = ", ".join(found) or "none"
            raise InputError(
                f"Run {self.run} has no draft of {self.agent!r}. It has drafts of: {names}."
            )
        drafts = (*candidate.earlier, candidate.text)
        if self.number is None or self.number == len(drafts):
            return candidate
        if not 1 <= self.number < len(drafts) or result.stage:
            last = 1 if result.stage else len(drafts)
            raise InputError(f"Choose a draft of {self.agent!r} from 1 to {last}.")
        return candidate.model_copy(update={"text": drafts[self.number - 1]})


LABEL_LENGTH = 60  # Maximum number of characters of the task in a run's label


def label_of(task: str) -> str:
    """Return the display name of a run: its task, shortened to one line."""
    line = " ".join(task.split())
    return f"Run: {line if len(line) <= LABEL_LENGTH else f'{line[: LABEL_LENGTH - 1]}…'}"
