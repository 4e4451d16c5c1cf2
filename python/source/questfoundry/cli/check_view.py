"""What ``qf check`` shows: errors with the way to each, then what is not proven, then advice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from questfoundry.app.structure.report import CheckReport, Remark
from questfoundry.cli.console import say, write_fields
from questfoundry.cli.numbers import arcs_in_words
from questfoundry.cli.text import counted, one_line
from questfoundry.domain.checks.findings import Severity
from questfoundry.domain.play.playthrough import play
from questfoundry.domain.story.foreign import Spot

ERRORS_SHOWN = 10
"""The most errors of one law that are told in full."""

KINDS_SHOWN = 12
"""The most kinds of things not modelled that are listed."""

EXAMPLES = 3
"""The most warnings of one law, and places of one thing not modelled, that are shown."""

STEPS_SHOWN = 12
"""The most steps of a playthrough that are shown at each of its ends."""


def write_report(report: CheckReport, *, verbose: bool) -> None:
    """Write it; the last line is the verdict."""
    broken = sorted(
        (each for each in report.errors if each.finding.proven),
        # What can be shown is more often the cause, what nobody meets the consequence.
        key=lambda each: each.finding.counterexample is None,
    )
    advice = [
        each
        for each in report.remarks
        if each.finding.severity is Severity.WARNING and each.finding.proven
    ]
    _write_unmodelled(report)
    _write_errors(report, broken)
    _write_wording(report)
    _write_not_proven([each for each in report.remarks if not each.finding.proven])
    _write_advice(advice)
    _write_doubts(report)
    if verbose:
        say("Checked:")
        write_fields((f"  {law.value}", law.rule) for law in report.laws)
        say()
    say(_verdict(report))


def _write_unmodelled(report: CheckReport) -> None:
    if not report.unmodelled:
        return
    say("Not modelled, so not checked:")
    spots: dict[str, list[Spot]] = {}
    for each in report.unmodelled:
        spots.setdefault(each.what, []).append(each.spot)
    groups = sorted(spots.items(), key=lambda item: -len(item[1]))
    write_fields(
        (f"  {len(places):,} x", f"{one_line(what)} ({_some(places)})")
        for what, places in groups[:KINDS_SHOWN]
    )
    if len(groups) > KINDS_SHOWN:
        say(f"  and {len(groups) - KINDS_SHOWN:,} more of other kinds; --json has all.")
    say()


def _some(spots: Sequence[Spot]) -> str:
    """Where a few of them are, in brief."""
    shown = [f"{Path(spot.file).name}:{spot.line}" for spot in spots[:EXAMPLES]]
    return ", ".join(shown if len(spots) <= EXAMPLES else [*shown, "..."])


def _write_errors(report: CheckReport, broken: Sequence[Remark]) -> None:
    if broken:
        say(f"{counted(len(broken), 'error')}:\n")
    for law, remarks in groupby(broken, key=lambda each: each.finding.law):
        told = list(remarks)
        for remark in told[:ERRORS_SHOWN]:
            _write_error(report, remark)
        if len(told) > ERRORS_SHOWN:
            say(f"And {len(told) - ERRORS_SHOWN:,} more of {law.value}; --json has all.\n")


def _write_error(report: CheckReport, remark: Remark) -> None:
    finding = remark.finding
    fields = [("  Law", finding.law.value), ("  Problem", finding.problem), ("  Fix", finding.fix)]
    if finding.counterexample is not None:
        fields.append(("  Shown by", "\n".join(_steps(report, finding.counterexample))))
    at = f"{_at(remark.spot)}  " if remark.spot else ""
    say(f"{at}{one_line(finding.place)}")
    write_fields(fields)
    say()


def _where(remark: Remark) -> str:
    """Its line where that is known, else its place."""
    return _at(remark.spot) if remark.spot else one_line(remark.finding.place)


def _at(spot: Spot) -> str:
    return f"{spot.file}:{spot.line}"


def _steps(report: CheckReport, choices: Sequence[str]) -> list[str]:
    """The playthrough in numbered steps: a passage, and what is chosen there."""
    structure = report.structure
    met = play(structure, choices).passages
    chosen = [f", choose: {one_line(structure.choice(each).label or each)}" for each in choices]
    steps = [
        f"{number}. {one_line(structure.passage(passage).title or passage)}{choice}"
        for number, (passage, choice) in enumerate(zip(met, [*chosen, ""], strict=True), start=1)
    ]
    if len(steps) <= 2 * STEPS_SHOWN:
        return steps
    left_out = f"... {len(steps) - 2 * STEPS_SHOWN:,} more passages ..."
    return [*steps[:STEPS_SHOWN], left_out, *steps[-STEPS_SHOWN:]]


def _write_wording(report: CheckReport) -> None:
    if report.wording:
        say("The structure is sound, but these words keep the file from being taken in:")
        write_fields(
            (f"  {_at(each.spot) if each.spot else each.fault.field}", each.fault.problem)
            for each in report.wording
        )
        say()


def _write_not_proven(remarks: Sequence[Remark]) -> None:
    if not remarks:
        return
    say("Neither shown to hold nor to fail:")
    write_fields((f"  {each.finding.law.value}", each.finding.law.rule) for each in remarks)
    say(f"  {remarks[0].finding.problem} {remarks[0].finding.fix} (--most allows more.)\n")


def _write_advice(advice: Sequence[Remark]) -> None:
    if advice:
        say(f"{counted(len(advice), 'warning')}:\n")
    for law, remarks in groupby(advice, key=lambda each: each.finding.law):
        told = list(remarks)
        say(f"{law.value}: {told[0].finding.fix}")
        write_fields((f"  {_where(each)}", each.finding.problem) for each in told[:EXAMPLES])
        if len(told) > EXAMPLES:
            say(f"  and {len(told) - EXAMPLES:,} more; --json has all.")
        say()


def _write_doubts(report: CheckReport) -> None:
    """All of them: the author settles each by rewriting, editing or removing it."""
    if not report.doubts:
        return
    say("Doubts about the prose; rewrite the passage, or remove a doubt that you do not share:")
    write_fields(
        (f"  {_at(each.spot) if each.spot else ''}", one_line(f"{each.passage}: {each.problem}"))
        for each in report.doubts
    )
    say()


def _verdict(report: CheckReport) -> str:
    size = _size(report)
    if any(each.finding.proven for each in report.errors):
        limit = " as far as it is modelled" if report.unmodelled else ""
        return f"Not sound{limit}: {size}."
    if report.errors:
        return f"Not shown to be sound: {size}; no law was found broken, and not all are proven."
    if report.wording:
        return f"Sound: {size}; the words above are to be mended."
    if report.unmodelled:
        return f"No error in what is modelled, which is no proof of the rest: {size}."
    if report.remarks:
        return f"Sound: {size}; what is said above is advice."
    return f"Sound: {size}; every law holds."


def _size(report: CheckReport) -> str:
    parts: Iterable[str] = (
        counted(len(report.structure.passages), "passage"),
        counted(len(report.structure.choices), "choice"),
        *(() if report.arcs is None else (arcs_in_words(report.arcs),)),
        counted(report.endings, "ending"),
    )
    return ", ".join(parts)
