"""The command ``qf eval``: compare prompts, settings and models by the stories that they make."""

import os
from pathlib import Path

from questfoundry.app.evaluation import EvaluationCase, EvaluationFigures
from questfoundry.composition.project.evaluation import PAGE, Evaluation, EvaluationResult
from questfoundry.domain.run.spec import Budget
from questfoundry.presentation.command import Call, CommandResult, command
from questfoundry.presentation.console import say, write_table
from questfoundry.presentation.parameters import BudgetFlag
from questfoundry.presentation.text import format_count, join_lines, to_plain

_HEADINGS = (
    ">Influence",
    ">Differs",
    ">Memory",
    ">Opens",
    ">Contradictions",
    ">Words",
    ">Refusals",
    ">Calls",
    ">Tokens",
    ">Cost",
)


@command(in_project=False)
async def eval_(call: Call, folder: Path, budget: BudgetFlag = None) -> CommandResult:
    """Compare prompts, settings and models by the stories that they make.

    FOLDER: Folder of the evaluation. The command writes its plan, eval.yaml, if there is none.
    """
    evaluation = Evaluation(folder, os.environ, trust=call.confirm_trust)
    if evaluation.write_plan():
        plan = folder / "eval.yaml"
        return CommandResult(
            {"plan": str(plan)},
            f"Wrote {plan}. Choose models and editions in this file, then run the command again.",
        )
    result = await evaluation.execute(
        budget=Budget.parse(budget) if budget else None,
        on_story=lambda case: call.screen.note(_format_case(case)),
    )
    return CommandResult(to_plain(result), lambda: _write_result(result, folder))


def _format_case(case: EvaluationCase) -> str:
    return f"{case.number}. {join_lines(case.idea)} ({case.model}, {case.edition})"


def _write_result(result: EvaluationResult, folder: Path) -> None:
    if result.rows:
        write_table(
            ("Edition", "Model", ">Stories", *_HEADINGS),
            [
                (each.edition, each.model, str(each.stories), *_format_figures(each.figures))
                for each in result.rows
            ],
        )
    if failed := [each for each in result.stories if each.problem]:
        say("\nThese stories could not be made; run the command again to continue:")
        for each in failed:
            say(f"- {_format_case(each.case)}: {join_lines(each.problem)}")
    if result.pairs:
        say(f"\nPairs for human judges: {folder / PAGE}")
    for edition, wins in result.wins.items() if any(result.wins.values()) else ():
        say(f"Preferred by judges: {edition} {format_count(wins, 'time')}")


def _format_figures(figures: EvaluationFigures) -> tuple[str, ...]:
    return (
        *map(_format_share, (figures.influence, figures.differs, figures.memory, figures.opens)),
        f"{figures.contradictions:.1f}",
        f"{figures.words:,.0f}",
        f"{figures.refusals:.1f}",
        f"{figures.calls:.1f}",
        f"{figures.tokens:,.0f}",
        "unknown" if figures.cost is None else f"${figures.cost:.4f}",
    )


def _format_share(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f}%"
