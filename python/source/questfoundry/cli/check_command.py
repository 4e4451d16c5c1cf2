"""``qf check``: whether a structure is sound, and where it is not."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from questfoundry.app.structure.check import CheckResult
from questfoundry.cli.check_view import write_report
from questfoundry.cli.command import Call, CommandResult, command, tell_edits
from questfoundry.cli.documents import picked
from questfoundry.cli.errors import PROBLEM_FOUND
from questfoundry.domain.file_place import FilePlace, Located
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.families import MOST_STEPS

Most = Annotated[
    int,
    typer.Option(
        metavar="NUMBER",
        min=1,
        help="How many steps are taken before a law is given up as not proven.",
    ),
]


Files = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="FILE...",
        help="A story (Twee, Twine's HTML, JSON), or a folder of it; else the project's structure.",
    ),
]


@command()
async def check(
    call: Call,
    files: Files = None,
    start: Annotated[
        str | None, typer.Option(metavar="PASSAGE", help="Where the story in FILE begins.")
    ] = None,
    most: Most = MOST_STEPS,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="List the laws that were checked.")
    ] = False,
) -> CommandResult:
    """Prove the structure sound, or show what is wrong with it."""
    if files:
        from questfoundry.app.structure.check import check_foreign
        from questfoundry.composition.foreign import foreign_story
        from questfoundry.composition.plugins import added_laws

        story = foreign_story(files, start=start)
        report = check_foreign(story, most=most, added=added_laws())
    else:
        async with call.opened(edits=False) as project:
            tell_edits(project.sync_edits().execute(before="grow"))
            report = project.check().execute(most=most)
    return CommandResult(
        _document(report),
        lambda: write_report(report, verbose=verbose),
        code=0 if report.in_order else PROBLEM_FOUND,
    )


def _document(report: CheckResult) -> dict[str, Any]:
    """All findings, none left out."""
    return {
        "title": report.title,
        "sound": report.sound,
        "passages": len(report.structure.passages),
        "choices": len(report.structure.choices),
        **picked(report, "arcs", "endings"),
        "laws": [law.value for law in report.laws],
        "findings": [_finding(each) for each in report.findings],
        "wording": [
            {**picked(each.item, "field", "problem"), **_place(each.place)}
            for each in report.faults
        ],
        "doubts": [
            {
                "passage": each.item.place,
                **picked(each.item, "rule", "problem", "fix"),
                **_place(each.place),
            }
            for each in report.prose
        ],
        "doubted": [
            {
                **_finding(Located(each.item.finding, each.place)),
                "proven": False,
                "because": {**picked(each.item.because, "what"), **_place(each.item.because.place)},
            }
            for each in report.doubted
        ],
        "not_modelled": [
            {"place": each.passage, "what": each.what, **_place(each.place)}
            for each in report.unmodelled
        ],
    }


def _finding(located: Located[Finding]) -> dict[str, Any]:
    finding = located.item
    return {
        "law": finding.rule,
        **picked(finding, "severity", "proven", "place"),
        **_place(located.place),
        **picked(finding, "problem", "fix", "counterexample"),
    }


def _place(place: FilePlace | None) -> dict[str, Any]:
    return {"file": place and place.file, "line": place and place.line}
