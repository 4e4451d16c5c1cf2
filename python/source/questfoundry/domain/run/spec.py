"""Define the parameters, the budget and the tasks of runs."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal, Self

from attrs import frozen
from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import PydanticCustomError

from questfoundry.domain.errors import InputError
from questfoundry.domain.field_types import FrozenModel
from questfoundry.domain.former_names import former_names
from questfoundry.domain.text.validation import describe_all

MOST_AGENTS = 5
"""Maximum number of agents; with more, judging the drafts would cost more than a draft does."""

LONGEST_TASK = 20_000
LONGEST_CONTEXT = 60_000
"""Longest context, in characters; a longer one belongs in a file that the agents read."""

ROUNDS = 2  # Default number of refinement rounds


class RunMode(StrEnum):
    """The mode of a delegated run, such as ``REFINED``, which follows from its parameters.

    It says whether one or several agents work, refine their drafts, or plan before they execute.
    """

    QUICK = "quick"
    SELF_REFINED = "self_refined"
    BEST_FIRST = "best_first"
    REFINED = "refined"
    PLAN = "plan"
    PLAN_AND_EXECUTE = "plan_and_execute"


def _check_budget(text: str) -> str:
    try:
        return str(Budget.parse(text)) and text
    except InputError as problem:
        raise _mistake(problem.problem) from problem


def _check_path(text: str) -> str:
    path = PurePosixPath(text.replace("\\", "/").strip())
    if not path.parts:
        raise _mistake(f"{text!r} is the whole project. Name the files or folders to read.")
    if path.is_absolute() or ".." in path.parts or ":" in path.parts[0]:
        raise _mistake(f"{text!r} does not lie in the project. Write a path from its folder.")
    return str(path)


def _mistake(sentence: str) -> PydanticCustomError:
    return PydanticCustomError("mistake", "{sentence}", {"sentence": sentence})


class CoordinationOverrides(FrozenModel):
    """Limits of one run: its budget, such as ``50000tokens`` or ``2.50usd``, and its seconds."""

    max_rounds: int = Field(default=ROUNDS, ge=1, le=5)
    budget: Annotated[str, AfterValidator(_check_budget)] | None = None
    timeout: float | None = Field(default=None, gt=0, le=86_400)


@former_names(changed="revise", chosen="choose_agents", of="from_dict", refines="has_refinement")
class RunSpec(FrozenModel):
    """The parameters of a delegated run: the task, the agents and the mode.

    ``agents``: the ids of the agents; ``None`` means all agents.
    ``context_paths``: files and folders that the agents may read in addition to the workspace's.
    ``agent_system_prompts``: an additional system prompt for some agents, by agent id.
    """

    task: str = Field(min_length=1, max_length=LONGEST_TASK)
    context: str | None = Field(default=None, max_length=LONGEST_CONTEXT)
    agent_mode: Literal["single", "multi"] = "multi"
    agents: tuple[str, ...] | None = None
    refinement: bool | None = None
    planning_mode: bool = False
    execute_after_planning: bool = False
    context_paths: tuple[Annotated[str, AfterValidator(_check_path)], ...] = ()
    agent_system_prompts: Mapping[str, str] = Field(default_factory=dict)
    coordination_overrides: CoordinationOverrides = CoordinationOverrides()
    stage: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _drop_nulls(cls, data: Any) -> Any:
        if not isinstance(data, Mapping):
            return data
        return {key: value for key, value in data.items() if value is not None}

    @model_validator(mode="after")
    def _check_consistency(self) -> Self:
        if not self.task.strip():
            raise _mistake("The task is empty. Say what is to be done.")
        if self.execute_after_planning and not self.planning_mode:
            raise _mistake("execute_after_planning goes with planning_mode only.")
        if self.stage and self.planning_mode:
            raise _mistake("A stage is made, not planned. Leave planning_mode out.")
        if self.agents is not None and not 1 <= len(self.agents) <= MOST_AGENTS:
            raise _mistake(f"Name 1 to {MOST_AGENTS} agents, or none for all.")
        if self.agents and len(set(self.agents)) < len(self.agents):
            raise _mistake("An agent is named twice. Name each once.")
        if self.agent_mode == "single" and len(self.agents or ()) > 1:
            raise _mistake("agent_mode is single, and several agents are named. Name one.")
        return self

    @classmethod
    def from_dict(cls, parameters: Mapping[str, Any]) -> RunSpec:
        """Return the spec with these parameters; raise ``InputError`` that names all problems."""
        try:
            return cls.model_validate(dict(parameters))
        except ValidationError as problem:
            raise InputError(describe_all(problem)) from problem

    def revise(
        self,
        *,
        task: str | None = None,
        context: str | None = None,
        agents: Sequence[str] | None = None,
        refinement: bool | None = None,
        planning_mode: bool | None = None,
        execute_after_planning: bool | None = None,
        rounds: str | None = None,
        timeout: str | None = None,
        budget: str | None = None,
        prompts: Mapping[str, str] | None = None,
    ) -> RunSpec:
        """Return the spec with an author's changes; raise ``InputError`` if the result is invalid.

        ``None`` keeps a value. An empty ``context``, ``timeout``, ``budget`` or prompt removes the
        value, and empty ``rounds`` restore the default.
        """
        if agents is not None and not agents:
            raise InputError("The run has no agent. Choose at least one.")
        changes = {
            "task": task,
            "context": context,
            "agents": agents and tuple(agents),
            "agent_mode": agents and ("multi" if len(agents) > 1 else "single"),
            "refinement": refinement,
            "planning_mode": planning_mode,
            "execute_after_planning": execute_after_planning,
            "agent_system_prompts": prompts and {k: v for k, v in prompts.items() if v.strip()},
        }
        limits = {"max_rounds": rounds, "timeout": timeout, "budget": budget}
        overrides = _replace(self.coordination_overrides, limits)
        return RunSpec.from_dict({**_replace(self, changes), "coordination_overrides": overrides})

    @property
    def has_refinement(self) -> bool:
        """Return whether agents refine their drafts; by default, true only with several agents."""
        return self.agent_mode == "multi" if self.refinement is None else self.refinement

    @property
    def mode(self) -> RunMode:
        """The mode of the run, which is derived from the other parameters."""
        if self.planning_mode:
            return RunMode.PLAN_AND_EXECUTE if self.execute_after_planning else RunMode.PLAN
        if self.agent_mode == "single":
            return RunMode.SELF_REFINED if self.has_refinement else RunMode.QUICK
        return RunMode.REFINED if self.has_refinement else RunMode.BEST_FIRST

    @property
    def budget(self) -> Budget | None:
        """The budget of this run, or ``None`` if it has no limit."""
        given = self.coordination_overrides.budget
        return Budget.parse(given) if given else None

    def choose_agents(self, known: Sequence[str]) -> tuple[str, ...]:
        """Return the agents of the run among all ``known``.

        Raise ``InputError`` for another id, and for more than ``MOST_AGENTS`` agents.
        """
        for each in (*(self.agents or ()), *self.agent_system_prompts):
            if each not in known:
                raise InputError(f"There is no agent {each!r}. The agents are: {', '.join(known)}.")
        named = self.agents or tuple(known)
        if self.agent_mode == "single":
            return named[:1]
        if len(named) > MOST_AGENTS:
            raise InputError(
                f"At most {MOST_AGENTS} agents work in a run, and the project has {len(named)}: "
                f"{', '.join(named)}. Name the agents of this run."
            )
        return named


def _replace(model: FrozenModel, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of ``model`` with ``changes``; drop empty texts, keep for ``None``."""
    given = {
        name: value.strip() if isinstance(value, str) else value
        for name, value in changes.items()
        if value is not None
    }
    return {name: each for name, each in {**model.model_dump(), **given}.items() if each != ""}


_AMOUNT = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,6})?) ?(tokens|usd)", re.IGNORECASE)


class BudgetUnit(StrEnum):
    """The unit in which a budget is counted."""

    TOKENS = "tokens"
    DOLLARS = "usd"


@former_names(holds="can_cover")
@frozen(kw_only=True)
class Budget:
    """A limit on tokens or US dollars, after which no new model call starts."""

    amount: Decimal
    unit: BudgetUnit

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Return the budget that a text such as ``50000tokens`` or ``2.50usd`` describes.

        Raise ``InputError`` for any other text, for zero, and for a fraction of a token.
        """
        found = _AMOUNT.fullmatch(text.strip())
        amount = Decimal(found[1]) if found else Decimal(0)
        unit = BudgetUnit(found[2].lower()) if found else BudgetUnit.TOKENS
        if not amount or (unit is BudgetUnit.TOKENS and amount != int(amount)):
            raise InputError(
                f"{text!r} is not a budget. Give tokens, such as 50000tokens, or US dollars, such "
                "as 2.50usd."
            )
        return cls(amount=amount, unit=unit)

    def can_cover(self, tokens: int, cost: Decimal | None) -> bool:
        """Return whether the budget covers ``tokens`` and ``cost``, if the cost is known."""
        if self.unit is BudgetUnit.TOKENS:
            return tokens <= self.amount
        return cost is None or cost <= self.amount

    def __str__(self) -> str:
        return f"{self.amount:,} tokens" if self.unit is BudgetUnit.TOKENS else f"${self.amount:,}"


EMBEDDING = "embedding"  # The task of embeddings that belong to no other run
STUDIO = "studio"  # The task of one turn of a session
DELEGATED = "delegated"  # The task of a run that a session launches
CANDIDATE = "candidate"  # The task of an agent's candidate for an artifact
DRAFT = "take"  # The task of a draft that an author may choose
QUESTION = "question"  # The task of a question about the story
