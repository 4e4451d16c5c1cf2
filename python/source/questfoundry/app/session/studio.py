"""The environment that all sessions of a project share, their settings, cost and system message."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any

from attrs import field, frozen

from questfoundry.app.run.open_run import RunOpener
from questfoundry.app.run.spend_meter import Ledger, SpendMeter, ledger_of_paid
from questfoundry.app.runs.cost import RunEstimator, StageUsage, build_spending
from questfoundry.app.runs.files import list_readable_paths
from questfoundry.app.runs.outcome import list_results
from questfoundry.app.runs.team import Agent
from questfoundry.app.session.approval import PolicyApproval
from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.provider import PromptRepository
from questfoundry.domain.protocols.runs import Approval, RunExecutor
from questfoundry.domain.protocols.workspace import SKILLS, ProjectWorkspace, Tool, ToolSource
from questfoundry.domain.run.result import RunResult, Spending
from questfoundry.domain.run.spec import MOST_AGENTS, ROUNDS, STUDIO, Budget, BudgetUnit
from questfoundry.domain.session import SessionState
from questfoundry.domain.writing.fitting import beginning_of

SESSION = "templates/studio/session"
GUIDANCE = "studio_guidance"
_MAX_RUNS, _MAX_WORDS = 5, 60
"""The number of recent runs that the system message lists, and the maximum words for each."""


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


@frozen(kw_only=True)
class Studio:
    """The environment that all sessions of a project share.

    ``agent`` talks with the author, and ``agents`` can take part in runs. ``tools`` returns
    additional tools, whose spending is charged to a session. ``stages`` describes the state of
    each stage, and ``vision`` the vision of the story. ``servers`` provides external tools.
    ``stage_usage`` estimates the usage of stages that never ran.
    """

    runs: RunOpener
    agent: Agent
    agents: Callable[[], Sequence[Agent]]
    executor: RunExecutor
    workspace: ProjectWorkspace
    prompts: PromptRepository
    settings: SessionSettings = field(factory=SessionSettings)
    approval: Approval = field(factory=PolicyApproval)
    tools: Callable[[RunOpener], Sequence[Tool]] = lambda _: ()
    stages: Callable[[], Sequence[str]] = tuple
    vision: Callable[[], str] = str
    servers: ToolSource | None = None
    stage_usage: StageUsage = lambda _: {}

    @property
    def estimator(self) -> RunEstimator:
        """The estimator for the runs of this project."""
        return RunEstimator(
            store=self.runs.store, prices=self.runs.prices, stage_usage=self.stage_usage
        )

    def build_system_message(
        self,
        *,
        knowledge: str,
        pins: Sequence[str] = (),
        remaining: Budget | None = None,
        launches: bool = True,
        is_external: bool = False,
    ) -> str:
        """Return the system message for the agent; sections that do not apply are left out.

        ``knowledge`` is the project's context, and ``pins`` are texts that the agent always sees.
        ``remaining`` is the rest of the session's budget. ``launches`` is false if the model cannot
        call tools. With ``is_external``, the message omits guidance that is meant only for the
        agent's model.
        """
        results = list_results(self.workspace)[-_MAX_RUNS:]
        runs = [_describe_run(each, self.workspace) for each in results]
        skills, guidance = self._read_skills(), "" if is_external else self._find_guidance()
        variables = {
            "agents": [
                {"id": each.id, "model": each.model, "role": each.prompt} for each in self.agents()
            ],
            "most_agents": MOST_AGENTS,
            "rounds": ROUNDS,
            "approval": self.settings.require_approval,
            "budget": str(self.settings.budget or ""),
            "left": _format_budget(remaining) if remaining else "",
            "project": self.settings.project,
            "language": self.settings.language,
            "stages": tuple(self.stages()),
            "vision": self.vision(),
            "files": list_readable_paths(self.workspace),
            "knowledge": knowledge,
            "pins": pins,
            "runs": runs,
            "skills": skills,
            "guidance": guidance,
        }
        sections = self.prompts.render(SESSION, variables)
        applies = {
            "orchestrator": launches,
            "identity": True,
            "core": True,
            "workspace": True,
            "memory": bool(knowledge or pins or runs),
            "skills": bool(skills),
            "planning": launches,
            "guidance": bool(guidance),
            "closing": launches,
        }
        return "\n\n".join(sections[name] for name, is_shown in applies.items() if is_shown)

    def _read_skills(self) -> list[dict[str, str]]:
        found = []
        for path in self.workspace.files((SKILLS,)):
            text = self.workspace.read(path, (SKILLS,)) if path.endswith(".md") else None
            if text:
                found.append({"name": PurePosixPath(path).stem, "text": text.strip()})
        return found

    def _find_guidance(self) -> str:
        words: Mapping[str, str] = self.prompts.wording(GUIDANCE)
        model = self.agent.model.casefold()
        return "\n".join(text for family, text in words.items() if family in model)


@frozen(kw_only=True)
class SessionStatus:
    """The status of a session; ``queued`` counts the messages that wait for the current one.

    ``spent`` is the sum of ``on_talk``, the agent's own calls, and ``on_runs``, the calls of runs
    and tools. ``budget`` is the limit for the sum.
    """

    session: str
    state: SessionState
    queued: int
    spent: Spending
    on_talk: Spending = field(factory=Spending)
    on_runs: Spending = field(factory=Spending)
    budget: Budget | None = None
    run: str = ""


class SessionLedger:
    """A reader of one session's spending; ``meter`` enforces the budget of the session."""

    def __init__(self, runs: RunOpener, session: str, budget: Budget | None) -> None:
        self._store, self._prices, self._session = runs.store, runs.prices, session
        self.budget = budget
        self.meter = SpendMeter(prices=runs.prices, budget=budget)
        self.recount()

    def recount(self) -> None:
        """Set the meter's total to the recorded spending of the session, if there is a budget."""
        if self.budget is not None:
            self.meter.total = self._read_ledger(lambda _: True)

    @property
    def limits(self) -> tuple[Budget, ...]:
        """The rest of the session's budget, as a tuple; empty without a budget."""
        remaining = self.meter.get_remaining()
        return () if remaining is None else (remaining,)

    def compute_spending(self) -> Spending:
        """Return the total spending of the session so far, including its runs."""
        return build_spending(self._read_ledger(lambda _: True))

    def compute_talk_spending(self) -> Spending:
        """Return the spending of the agent's own calls in the session."""
        return build_spending(self._read_ledger(_is_turn))

    def compute_run_spending(self) -> Spending:
        """Return the spending of the session's runs and tools."""
        return build_spending(self._read_ledger(lambda run: not _is_turn(run)))

    def _read_ledger(self, counts: Callable[[str], bool]) -> Ledger:
        runs = self._store.runs.list_session_run_ids(self._session)
        paid = self._store.journal.list_paid([each for each in runs if counts(each)])
        return ledger_of_paid(paid, self._prices)


def _is_turn(run: str) -> bool:
    return run.rpartition("-")[0] == STUDIO


def _format_budget(budget: Budget) -> str:
    return f"${budget.amount:,.2f}" if budget.unit is BudgetUnit.DOLLARS else str(budget)


def _describe_run(result: RunResult, workspace: ProjectWorkspace) -> dict[str, Any]:
    answer = _read_answer(result, workspace)
    return {
        "label": result.label,
        "status": result.status.value,
        "answer": beginning_of(" ".join(answer.split()), _MAX_WORDS),
        "files": result.answer_files,
    }


def _read_answer(result: RunResult, workspace: ProjectWorkspace) -> str:
    """Return the current text of the answer's file, which the author may have edited."""
    path, text = result.answer_file, None
    if path:
        with suppress(InputError):
            text = workspace.read(path, (path,))
    return result.answer if text is None else text
