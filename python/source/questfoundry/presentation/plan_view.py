"""Write the plan of a pipeline run, and the passages that a run kept with their old text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from questfoundry.domain.remedy import ShowBrief, SimpleAction
from questfoundry.domain.run.unmet_request import UnmetKind
from questfoundry.domain.text.wording import format_language
from questfoundry.presentation.console import say, write_table
from questfoundry.presentation.remedies import command_of
from questfoundry.presentation.text import (
    clip,
    format_count,
    format_money,
    join_lines,
    select_fields,
    usage_document,
)

if TYPE_CHECKING:
    from questfoundry.app.pipeline.plan import PipelinePlan, PlannedStage
    from questfoundry.composition.project.projects import FoundProject
    from questfoundry.composition.project.workplace import StoredProject
    from questfoundry.domain.run.unmet_request import UnmetRequest
    from questfoundry.domain.writing.request_change import DifferingPassage, RequestChange


_MARKS = re.compile(r"^(?:[-*+•]|\d+[.)])\s+|\*\*|__")  # Markdown marks to remove

_MOST, _LONGEST = 6, 60
"""The maximum number of outline points to quote, and of terminal cells for each point."""


def format_unmet(unmet: Iterable[UnmetRequest]) -> list[str]:
    """Return lines about unmet requests; one line holds all names, another all outline points."""
    found = list(dict.fromkeys(unmet))
    asked = {kind: [each.asked for each in found if each.kind is kind] for kind in UnmetKind}
    lines = [_line(each) for each in found if each.kind in {UnmetKind.LANGUAGE, UnmetKind.WISH}]
    if names := asked[UnmetKind.NAME]:
        lines.append(f"Names you gave that the story does not use: {', '.join(names)}.")
    if left_out := asked[UnmetKind.POINT]:
        models = {each.model for each in found if each.kind is UnmetKind.POINT}
        lines.append(
            f"Outline points that {' and '.join(sorted(models))} left out, judging by the words: "
            f"{_list_points(left_out)}."
        )
    if moved := asked[UnmetKind.ORDER]:
        lines.append(f"Outline points in a different order: {_list_points(moved)}.")
    return lines


def _list_points(points: list[str]) -> str:
    plain = (_MARKS.sub("", join_lines(each)) for each in points[:_MOST])
    shown = [f'"{clip(each, _LONGEST)}"' for each in plain]
    more = len(points) - len(shown)
    return "; ".join((*shown, *([f"and {more} more"] if more else [])))


def unmet_document(unmet: Iterable[UnmetRequest]) -> list[dict[str, Any]]:
    """Return the unmet requests as JSON data."""
    return [select_fields(each, "kind", "model", "asked") for each in unmet]


def _line(unmet: UnmetRequest) -> str:
    if unmet.kind is UnmetKind.LANGUAGE:
        return (
            f"{unmet.model} writes only {format_language(unmet.instead)}, so this is not in "
            f"{format_language(unmet.asked)}. Use a larger model."
        )
    return (
        f"{unmet.model} does not follow notes; at most, it uses names, places and the tone of "
        f"yours: {unmet.asked!r}. Use a larger model."
    )


_ACTION_TEXTS = {
    "kept": "no change",
    "resumed": "resume",
    "continued": "continue with the next chapters",
    "updated": "write new passages, keep the others",
    "shipped": "export",
}


def write_plan(plan: PipelinePlan) -> None:
    """Write a table with the run's action for each stage and its estimated usage."""
    write_table(
        ("Stage", "Action", "Because of changes in", ">Calls", ">Tokens", ">Cost"),
        [
            (
                each.stage,
                describe_stage_plan(each),
                ", ".join(each.changed),
                *_format_estimate(each),
            )
            for each in plan.stages
        ],
    )
    if plan.estimate.calls:
        say(f"\n{format_expectation(plan)}")
    differing = [each for stage in plan.stages for each in stage.differing]
    if differing:
        say()
    for line in format_differing(differing):
        say(line)


def format_expectation(plan: PipelinePlan) -> str:
    """Return the expected calls, tokens and cost as text that names the basis of the estimate."""
    if any(each.is_typical for each in plan.stages):
        return f"This takes about {format_usage(plan)}."
    return f"Last time, this took {format_usage(plan)}."


def format_budget_warning(plan: PipelinePlan, limit: str | None) -> str:
    """Return a warning if the budget ``limit`` is probably too small, else an empty text."""
    from questfoundry.domain.run.spec import Budget  # which a status does not need

    budget = Budget.parse(limit) if limit else None
    if budget is None or budget.can_cover(plan.estimate.usage.total_tokens, plan.estimate.cost):
        return ""
    return (
        f" The budget of {budget} is probably too small: the run stops when it is spent, and "
        "can continue with a larger one."
    )


def describe_stage_plan(stage: PlannedStage) -> str:
    """Return the run's action for the stage in a few words."""
    words = _ACTION_TEXTS.get(stage.action.value) or ("regenerate" if stage.changed else "make")
    if stage.passages and stage.action.value != "resumed":
        words = f"write {format_count(len(stage.passages), 'new passage')}"
    return f"{words}, replacing your edits" if stage.replaces_edits else words


def describe_progress(project: FoundProject | StoredProject) -> str:
    """Return the progress of a project in a few words."""
    if project.problem:
        return "its settings cannot be read"
    if missing := project.passages - project.written:
        return (
            f"{project.written:,} of {format_count(project.passages, 'passage')} written, "
            f"{format_count(missing, 'text')} missing"
        )
    if project.shipped:
        return "exported"
    return f"{project.settled[-1].upper()} is finished" if project.settled else "not started"


def format_usage(plan: PipelinePlan) -> str:
    """Return the calls, tokens and cost of ``plan`` in a few words."""
    spent = plan.estimate
    tokens = format_count(spent.usage.total_tokens, "token")
    cost = f", {format_money(spent.cost)}" if spent.cost else ""
    return f"{format_count(spent.calls, 'call')} and {tokens}{cost}"


def plan_document(plan: PipelinePlan) -> dict[str, Any]:
    """Return the plan as JSON data; an unknown estimate is ``null``."""
    return {
        "stages": [
            {
                "stage": each.stage,
                "action": each.action,
                **select_fields(each, "changed", "passages", "differing", "replaces_edits"),
                "typical": each.is_typical,
                "estimate": usage_document(each.estimate) if each.estimate else None,
            }
            for each in plan.stages
        ],
        "estimate": usage_document(plan.estimate),
    }


def _format_estimate(stage: PlannedStage) -> tuple[str, ...]:
    ledger = stage.estimate
    if ledger is None:
        return ("", "", "")
    counts = (f"{ledger.calls:,}", f"{ledger.usage.total_tokens:,}")
    numbers = (*counts, format_money(ledger.cost) if ledger.cost else "")
    return tuple(f"~{each}" if stage.is_typical and each else each for each in numbers)


_SENTENCES: Mapping[str, tuple[str, str]] = {
    "title": ("The title is now {}", ""),
    "moments": ("This happens now: {}", "This no longer happens: {}"),
    "people": ("New or different here: {}", "No longer here: {}"),
    "choices": ("New or different choices: {}", "Removed choices: {}"),
    "questions": ("New questions: {}", "Questions that are gone: {}"),
    "place": ("Its place in the story is now: {}", "Its place in the story is no longer: {}"),
    "origins": ("Players now also come from {}", ""),
    "inserts": ("New conditional text: {}", ""),
    "facts": ("Players know more: {}", ""),
    "absent": ("Not always here: {}", ""),
    "uncertain": ("", "Not all players know this any more: {}"),
    "vision": ("The vision of the story is now: {}", "The vision of the story lost: {}"),
}
"""The words for new parts and for removed parts, for each kind of change."""

_NOT_KNOWN = "It is not known, because the request that it was written from is not stored."

_WEIGHT = re.compile(r"weight \d+")

_ACTIONS = (
    SimpleAction.COMPARE_REQUESTS,
    SimpleAction.KEEP_PASSAGE,
    SimpleAction.REGENERATE_PASSAGE,
)
_OWN_ACTIONS = (ShowBrief("PASSAGE"), SimpleAction.KEEP_PASSAGE)

_NEXT = "Compare the requests, then keep or regenerate each passage"

_LONGEST_REQUEST = 100
"""The maximum number of terminal cells for the changed lines of one kind."""


def describe_difference(passage: DifferingPassage) -> str:
    """Return in one line what has changed in the request for ``passage``."""
    return " ".join(map(describe_change, passage.changes)) or _NOT_KNOWN


def describe_change(change: RequestChange) -> str:
    """Return a change of a request as sentences: its new lines, and the lines that are gone.

    A line that is only different counts as new.
    """
    new, gone = change.added, change.removed
    if change.kind == "moments":
        new, gone = _list_moments(new, gone), _list_moments(gone, new)
    heads = {_find_head(each) for each in new}
    gone = tuple(each for each in gone if _find_head(each) not in heads)
    sentences = zip(_SENTENCES[change.kind], (new, gone), strict=True)
    found = [_fill(sentence, lines) for sentence, lines in sentences if sentence and lines]
    return " ".join(found) or "The planned length is different."


def _list_moments(lines: Iterable[str], others: Sequence[str]) -> tuple[str, ...]:
    """Return what happens in each line, or time, place and people if only these differ."""
    moments = (each.partition(": ") for each in lines if not _WEIGHT.fullmatch(each))
    return tuple(
        text if text and not any(each.endswith(f": {text}") for each in others) else head
        for head, _, text in moments
    )


def _find_head(line: str) -> str:
    return line.partition(": ")[0]


def _fill(sentence: str, lines: Iterable[str]) -> str:
    words = clip(join_lines("; ".join(lines)), _LONGEST_REQUEST).rstrip(".")
    return f"{sentence.format(words)}."


def format_differing(
    differing: Sequence[DifferingPassage], project: Path | None = None, *, is_mine: bool = False
) -> Iterator[str]:
    """Yield lines with the differing passages and commands to compare, keep or regenerate them.

    If ``is_mine``, the author writes, so nothing is regenerated.
    """
    if not differing:
        return
    count, source = format_count(len(differing), "passage"), "brief" if is_mine else "request"
    yield f"{count} may need another text, because the {source} has changed since it was written:"
    for each in differing:
        yield f"  {each.passage}  {describe_difference(each)}"
    step = "Read the brief again, then change your text or keep it" if is_mine else _NEXT
    yield f"Their prose is unchanged. {step}:"
    for action in _OWN_ACTIONS if is_mine else _ACTIONS:
        yield f"  {command_of(action, project)}"
