"""Compose the system message of the studio's agent from the sections that a turn needs."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any

from attrs import frozen

from questfoundry.app.runs.team import Agent
from questfoundry.app.session.settings import SessionSettings
from questfoundry.domain.protocols import ProjectWorkspace, PromptRepository
from questfoundry.domain.run.spec import MOST_AGENTS, ROUNDS, Budget, BudgetUnit
from questfoundry.domain.writing.shortening import beginning_of

SESSION = "templates/studio/session"
GUIDANCE = "studio_guidance"
SKILLS = "skills"
_MAX_RUNS, _MAX_WORDS = 5, 60
"""The number of recent runs in the system message, and the words of each."""


@frozen(kw_only=True)
class Opening:
    """A builder of the system message for the studio's agent in one turn."""

    prompts: PromptRepository
    workspace: ProjectWorkspace
    settings: SessionSettings
    agents: Callable[[], Sequence[Agent]]
    stages: Callable[[], Sequence[str]] = tuple
    vision: Callable[[], str] = str

    def build_text(
        self,
        agent: Agent,
        *,
        knowledge: str,
        pins: Sequence[str],
        remaining: Budget | None,
        launches: bool,
    ) -> str:
        """Return the system message for ``agent``; sections that do not apply are left out.

        ``knowledge`` is the project's context, and ``pins`` are texts that the agent always sees.
        ``launches`` is false if the model cannot call tools.
        """
        sections = self._render_sections(
            self._find_guidance(agent), knowledge, pins, remaining, launches=launches
        )
        return "\n\n".join(sections.values())

    def build_external_text(self) -> str:
        """Return the system message for the model of an external program that uses the studio."""
        sections = self._render_sections("", self.workspace.context(), (), None, launches=True)
        return "\n\n".join(sections.values())

    def _render_sections(
        self,
        guidance: str,
        knowledge: str,
        pins: Sequence[str],
        remaining: Budget | None,
        *,
        launches: bool,
    ) -> Mapping[str, str]:
        runs = [_describe_run(each) for each in self.workspace.run_descriptions()][-_MAX_RUNS:]
        skills, stages = self._read_skills(), tuple(self.stages())
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
            "stages": stages,
            "vision": self.vision(),
            "files": self.workspace.paths(),
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
        return {name: sections[name] for name, is_shown in applies.items() if is_shown}

    def _read_skills(self) -> list[dict[str, str]]:
        found = []
        for path in self.workspace.files((SKILLS,)):
            text = self.workspace.read(path, (SKILLS,)) if path.endswith(".md") else None
            if text:
                found.append({"name": PurePosixPath(path).stem, "text": text.strip()})
        return found

    def _find_guidance(self, agent: Agent) -> str:
        words: Mapping[str, str] = self.prompts.wording(GUIDANCE)
        model = agent.model.casefold()
        return "\n".join(text for family, text in words.items() if family in model)


def _format_budget(budget: Budget) -> str:
    return f"${budget.amount:,.2f}" if budget.unit is BudgetUnit.DOLLARS else str(budget)


def _describe_run(described: Mapping[str, Any]) -> dict[str, Any]:
    result = described.get("result", {})
    answer = beginning_of(" ".join(str(result.get("answer", "")).split()), _MAX_WORDS)
    delivered = [each for each in result.get("files", ()) if str(each).startswith("deliverables/")]
    return {
        "label": str(described.get("label", "")),
        "status": str(result.get("status", "")),
        "answer": answer,
        "files": delivered,
    }
