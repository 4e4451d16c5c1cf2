"""Carry out an evaluation: make its stories as projects, compute the figures, pair playthroughs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from importlib import resources
from pathlib import Path

from attrs import frozen

from questfoundry.app.evaluation import (
    BlindPair,
    EvaluationCase,
    EvaluationEdition,
    EvaluationFigures,
    EvaluationPlan,
    average_figures,
    build_pairs,
    compute_figures,
    count_wins,
)
from questfoundry.app.run.spend_meter import Ledger, ledger_of_paid
from questfoundry.app.structure.agency import measure_agency
from questfoundry.composition.project.project import Project
from questfoundry.composition.settings.new_project import create_project
from questfoundry.composition.settings.paths import ProjectPaths
from questfoundry.composition.settings.trust import Trust
from questfoundry.domain.errors import BudgetReachedError, InputError, QuestFoundryError
from questfoundry.domain.run.spec import Budget, BudgetUnit
from questfoundry.domain.story.story import Story
from questfoundry.infra.export.play_sheets import build_judge_page
from questfoundry.infra.own_files import read_file, replace_file
from questfoundry.infra.storage.yaml_reading import parse

PLAN, PAGE, PAIRS, JUDGEMENTS = "eval.yaml", "judge.html", "pairs.json", "judgements"
_MAX_BYTES = 1_000_000
_IGNORED = """\
# Local files of QuestFoundry. story.db holds the record of all requests: keep it with the figures.
.qf.lock*
logs/
"""


@frozen(kw_only=True)
class EvaluatedStory:
    """A story of an evaluation; ``figures`` is ``None`` if ``problem`` kept it from being made."""

    case: EvaluationCase
    title: str = ""
    figures: EvaluationFigures | None = None
    problem: str = ""


@frozen(kw_only=True)
class EvaluationRow:
    """The mean figures of all finished stories of an edition and a model."""

    edition: str
    model: str
    stories: int
    figures: EvaluationFigures


@frozen(kw_only=True)
class EvaluationResult:
    """The result of an evaluation; ``wins`` counts the answers of human judges, by edition."""

    stories: tuple[EvaluatedStory, ...]
    rows: tuple[EvaluationRow, ...]
    pairs: tuple[BlindPair, ...]
    wins: Mapping[str, int]


class Evaluation:
    """An evaluation in ``folder``, whose file ``eval.yaml`` is its plan.

    Each story is a project of its own below ``stories/``, with its journal. So a story that is
    finished is never made again, and its figures can be computed anywhere, without a model.
    """

    def __init__(self, folder: Path, env: Mapping[str, str], *, trust: Trust = False) -> None:
        self._folder, self._env, self._trust = folder, env, trust

    def write_plan(self) -> bool:
        """Write the default plan unless ``folder`` has a plan; return whether it was written."""
        if (self._folder / PLAN).exists():
            return False
        self._folder.mkdir(parents=True, exist_ok=True)
        shipped = resources.files(__package__).joinpath("evaluation_plan.yaml")
        replace_file(self._folder / PLAN, shipped.read_text(encoding="utf-8"))
        return True

    def read_plan(self) -> EvaluationPlan:
        """Return the plan; raise ``InputError`` if the file is invalid."""
        path = self._folder / PLAN
        content = read_file(path, max_bytes=_MAX_BYTES) or b""
        return EvaluationPlan.from_dict(parse(content.decode(), str(path)).data, name=str(path))

    async def execute(
        self,
        *,
        budget: Budget | None = None,
        on_story: Callable[[EvaluationCase], None] = lambda _: None,
    ) -> EvaluationResult:
        """Make the missing stories within ``budget``, and return the figures of all stories.

        A story whose run fails is listed with the problem; the next call resumes it. If the budget
        is reached, no further story is begun.
        """
        plan, left = self.read_plan(), budget
        evaluated: list[EvaluatedStory] = []
        stories: dict[EvaluationCase, Story] = {}
        for case in plan.list_cases():
            on_story(case)
            self._create_project(case, plan)
            async with self._open(case) as project:
                before = _read_ledger(project)
                try:
                    await self._make_story(project, case, left)
                    story, each = _evaluate(project, case)
                except QuestFoundryError as problem:
                    evaluated.append(EvaluatedStory(case=case, problem=str(problem)))
                else:
                    stories[case] = story
                    evaluated.append(each)
                left = _subtract(left, _read_ledger(project), before)
        pairs = tuple(build_pairs(stories))
        self._store_pairs(pairs)
        return EvaluationResult(
            stories=tuple(evaluated),
            rows=tuple(_build_rows(plan, evaluated)),
            pairs=pairs,
            wins=count_wins(self._iter_judgements(), {each.id: each.editions for each in pairs}),
        )

    def _open(self, case: EvaluationCase) -> Project:
        return Project.open(self._folder / case.folder, env=self._env, trust=self._trust)

    async def _make_story(
        self, project: Project, case: EvaluationCase, budget: Budget | None
    ) -> None:
        if not project.plan(end="fill").has_model_calls:
            return
        if budget is not None and budget.amount <= 0:
            raise BudgetReachedError(
                "The budget of the evaluation is spent. Run it again with another budget."
            )
        text = None if budget is None else _format_budget(budget)
        await project.run(case.idea, end="fill", budget=text)

    def _create_project(self, case: EvaluationCase, plan: EvaluationPlan) -> None:
        paths = ProjectPaths(self._folder / case.folder)
        if paths.hold_project:
            return
        paths.root.mkdir(parents=True, exist_ok=True)
        edition = plan.editions[case.edition]
        replace_file(paths.root / ".gitignore", _IGNORED)
        create_project(
            paths.root, f"story {case.number}", size=plan.size, contents=self._list_prompts(edition)
        )
        settings = {"providers": {"default": case.model}, **edition.settings}
        # A value in JSON is a value in YAML, too.
        lines = "".join(f"{key}: {json.dumps(value)}\n" for key, value in settings.items())
        before = (read_file(paths.settings, max_bytes=_MAX_BYTES) or b"").decode()
        replace_file(paths.settings, f"{before.rstrip()}\n{lines}")

    def _list_prompts(self, edition: EvaluationEdition) -> list[tuple[str, bytes]]:
        if not edition.prompts:
            return []
        root = self._folder / edition.prompts
        if not root.is_dir():
            raise InputError(f"There is no folder {str(root)!r} with prompts. Correct {PLAN}.")
        return [
            (f"prompts/{each.relative_to(root).as_posix()}", each.read_bytes())
            for each in sorted(root.rglob("*"))
            if each.is_file()
        ]

    def _store_pairs(self, pairs: Sequence[BlindPair]) -> None:
        known = {each.id: each.editions for each in pairs}
        replace_file(self._folder / PAIRS, f"{json.dumps(known, indent=2)}\n")
        replace_file(self._folder / PAGE, build_judge_page(pairs))

    def _iter_judgements(self) -> Iterator[Mapping[str, str]]:
        for path in sorted((self._folder / JUDGEMENTS).glob("*.json")):
            try:
                document = json.loads(read_file(path, max_bytes=_MAX_BYTES) or b"")
                yield {str(each["pair"]): str(each["better"]) for each in document["answers"]}
            except (ValueError, KeyError, TypeError) as problem:
                raise InputError(
                    f"{str(path)!r} is not a file of answers that the page of pairs saved. Remove "
                    "it."
                ) from problem


def _evaluate(project: Project, case: EvaluationCase) -> tuple[Story, EvaluatedStory]:
    container = project.container
    if not container.store().runs.list():
        raise InputError(
            "The record of its requests is missing, so its tokens and cost are unknown. Copy "
            f"story.db to {case.folder} from the folder in which it was made."
        )
    story = container.registry().story(container.store().artifacts)
    figures = compute_figures(
        story,
        measure_agency(story),
        container.check().execute(),
        container.store(),
        container.prices(),
    )
    return story, EvaluatedStory(case=case, title=story.title, figures=figures)


def _read_ledger(project: Project) -> Ledger:
    store = project.container.store()
    runs = [run.id for run in store.runs.list()]
    return ledger_of_paid(store.journal.list_paid(runs), project.container.prices())


def _subtract(budget: Budget | None, spent: Ledger, before: Ledger) -> Budget | None:
    if budget is None:
        return None
    used = (spent.cost or Decimal(0)) - (before.cost or Decimal(0))
    if budget.unit is BudgetUnit.TOKENS:
        used = Decimal(spent.usage.total_tokens - before.usage.total_tokens)
    return Budget(amount=budget.amount - used, unit=budget.unit)


def _format_budget(budget: Budget) -> str:
    """Return the budget in the form that :meth:`Budget.parse` reads."""
    digits = 0 if budget.unit is BudgetUnit.TOKENS else 6
    return f"{budget.amount:.{digits}f}{budget.unit.value}"


def _build_rows(plan: EvaluationPlan, stories: Sequence[EvaluatedStory]) -> Sequence[EvaluationRow]:
    rows = []
    for edition in plan.editions:
        for model in plan.models:
            figures = [
                each.figures
                for each in stories
                if (each.case.edition, each.case.model) == (edition, model) and each.figures
            ]
            if figures:
                rows.append(
                    EvaluationRow(
                        edition=edition,
                        model=model,
                        stories=len(figures),
                        figures=average_figures(figures),
                    )
                )
    return rows
