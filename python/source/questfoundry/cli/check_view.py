"""The text report of ``qf check``: errors with an example playthrough, open proofs, advice."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from questfoundry.app.structure.check import CheckResult
from questfoundry.domain.checks.foreign import DoubtedFinding
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.prose.prose_check import ProseRule
from questfoundry.domain.story.passage import play
from questfoundry.domain.story.source_text import FilePlace, Located
from questfoundry.presentation.console import say, write_fields
from questfoundry.presentation.text import format_count, format_playthroughs, join_lines

ERRORS_SHOWN = 10  # the maximum number of errors of one law to show in full
KINDS_SHOWN = 12  # the maximum number of kinds of unmodelled code to list
EXAMPLES = 3
"""The maximum number of examples shown: warnings of one law, or places of unmodelled code."""

UNWRITTEN_SHOWN = 20  # the maximum number of texts to list that the author has yet to write
STEPS_SHOWN = 12  # the maximum number of steps to show at each end of a playthrough


def write_report(report: CheckResult, *, verbose: bool, known: int = 0) -> None:
    """Write the report; ``known`` counts the findings omitted because the baseline has them."""
    broken = sorted(
        (each for each in report.errors if each.item.proven),
        # Errors with a counterexample come first: they are more often the cause of the others.
        key=lambda each: each.item.counterexample is None,
    )
    advice = [
        each
        for each in report.findings
        if each.item.severity is Severity.WARNING and each.item.proven
    ]
    _write_unmodelled(report)
    _write_errors(report, broken)
    _write_faults(report)
    _write_doubted(report)
    _write_not_proven(report, [each for each in report.findings if not each.item.proven])
    _write_advice(advice)
    _write_prose(report)
    _write_plays(report)
    _write_unwritten(report)
    if verbose:
        say("Checked:")
        write_fields((f"  {law.value}", law.sentence) for law in report.laws)
        say()
    say(_conclusion(report, known))


def _write_unmodelled(report: CheckResult) -> None:
    if not report.unmodelled:
        return
    say("Not analysed, so not checked:")
    places: dict[str, list[FilePlace]] = {}
    for each in report.unmodelled:
        places.setdefault(each.what, []).append(each.place)
    groups = sorted(places.items(), key=lambda item: -len(item[1]))
    write_fields(
        (f"  {len(where):,} x", f"{join_lines(what)} ({_format_places(where)})")
        for what, where in groups[:KINDS_SHOWN]
    )
    if len(groups) > KINDS_SHOWN:
        say(f"  and {len(groups) - KINDS_SHOWN:,} more kinds; --json lists all.")
    say()


def _format_places(places: Sequence[FilePlace]) -> str:
    shown = [f"{Path(each.file).name}:{each.line}" for each in places[:EXAMPLES]]
    return ", ".join(shown if len(places) <= EXAMPLES else [*shown, "..."])


def _write_errors(report: CheckResult, broken: Sequence[Located[Finding]]) -> None:
    if broken:
        say(f"{format_count(len(broken), 'error')}:\n")
    for rule, group in groupby(broken, key=lambda each: each.item.rule):
        found = list(group)
        for each in found[:ERRORS_SHOWN]:
            _write_error(report, each)
        if len(found) > ERRORS_SHOWN:
            say(f"And {len(found) - ERRORS_SHOWN:,} more of {rule}; --json lists all.\n")


def _write_error(report: CheckResult, located: Located[Finding]) -> None:
    finding = located.item
    fields = [("  Law", finding.rule), ("  Problem", finding.problem), ("  Fix", finding.fix)]
    if finding.counterexample is not None:
        fields.append(("  Playthrough", "\n".join(_steps(report, finding.counterexample))))
    if finding.twin is not None:
        fields.append(("  Same as", "\n".join(_steps(report, finding.twin))))
    at = f"{located.place}  " if located.place else ""
    say(f"{at}{join_lines(finding.place)}")
    write_fields(fields)
    say()


def _format_place(located: Located[Finding]) -> str:
    return str(located.place or "") or join_lines(located.item.place)


def _steps(report: CheckResult, choices: Sequence[str]) -> list[str]:
    structure = report.structure
    visited = play(structure, choices).passages
    chosen = [f", choose: {join_lines(structure.choice(each).label or each)}" for each in choices]
    steps = [
        f"{number}. {join_lines(structure.passage(passage).title or passage)}{choice}"
        for number, (passage, choice) in enumerate(
            zip(visited, [*chosen, ""], strict=True), start=1
        )
    ]
    if len(steps) <= 2 * STEPS_SHOWN:
        return steps
    left_out = f"... {len(steps) - 2 * STEPS_SHOWN:,} more passages ..."
    return [*steps[:STEPS_SHOWN], left_out, *steps[-STEPS_SHOWN:]]


def _write_faults(report: CheckResult) -> None:
    if report.faults:
        say("The structure is sound, but these texts are not valid, so the file is not accepted:")
        write_fields(
            (f"  {each.place or each.item.field}", each.item.problem) for each in report.faults
        )
        say()


def _write_not_proven(report: CheckResult, findings: Sequence[Located[Finding]]) -> None:
    if not findings:
        return
    sentences = {law.value: law.sentence for law in report.laws}
    say("Neither proven nor disproven:")
    write_fields((f"  {each.item.rule}", sentences[each.item.rule]) for each in findings)
    say(f"  {findings[0].item.problem} {findings[0].item.fix} (--most raises the limit.)\n")


def _write_doubted(report: CheckResult) -> None:
    if not report.doubted:
        return
    say("Possible problems (uncertain because of the code listed above each):")

    def name_cause(doubted: Located[DoubtedFinding]) -> tuple[str, str]:
        return str(doubted.item.cause.place), join_lines(doubted.item.cause.what)

    for (place, what), group in groupby(sorted(report.doubted, key=name_cause), key=name_cause):
        found = list(group)
        say(f"  {place}: {what}")
        write_fields(
            (
                f"    {_format_place(Located(each.item.finding, each.place))}",
                each.item.finding.problem,
            )
            for each in found[:EXAMPLES]
        )
        if len(found) > EXAMPLES:
            say(f"    and {len(found) - EXAMPLES:,} more; --json lists all.")
    say()


def _write_advice(advice: Sequence[Located[Finding]]) -> None:
    if advice:
        say(f"{format_count(len(advice), 'warning')}:\n")
    for rule, group in groupby(advice, key=lambda each: each.item.rule):
        found = list(group)
        say(f"{rule}: {found[0].item.fix}")
        write_fields((f"  {_format_place(each)}", each.item.problem) for each in found[:EXAMPLES])
        if len(found) > EXAMPLES:
            say(f"  and {len(found) - EXAMPLES:,} more; --json lists all.")
        say()


def _write_prose(report: CheckResult) -> None:
    if not report.prose:
        return
    fields: list[tuple[str, str]] = []
    say("About the prose (rewrite the passage; --baseline hides findings you disagree with):")
    for each in report.prose:
        finding = each.item
        fix = "" if finding.rule == ProseRule.KEPT else f" {finding.fix}"
        text = join_lines(f"{finding.place}: {finding.problem}{fix}")
        steps = _steps(report, finding.counterexample) if finding.counterexample else ()
        fields.append((f"  {each.place or ''}", "\n".join((text, *steps))))
    write_fields(fields)
    say()


def _write_plays(report: CheckResult) -> None:
    if report.plays:
        say(f"{format_count(len(report.plays), 'change')} in the kept plays:")
        write_fields(
            (f"  {_format_place(each)}", f"{each.item.problem} {each.item.fix}")
            for each in report.plays
        )
        say()


def _write_unwritten(report: CheckResult) -> None:
    if report.unwritten:
        say(f"{format_count(len(report.unwritten), 'text')} not yet written by you:")
        shown = report.unwritten[:UNWRITTEN_SHOWN]
        write_fields((f"  {_format_place(each)}", each.item.problem) for each in shown)
        if len(shown) < len(report.unwritten):
            say(f"  and {len(report.unwritten) - len(shown):,} more; --json lists all.")
        say()


def _conclusion(report: CheckResult, known: int) -> str:
    size = _size(report)
    if known and report.is_clean:
        return f"No new findings, {known:,} known: {size}."
    if any(each.item.proven for each in report.errors):
        limit = " (in the analysed part)" if report.unmodelled else ""
        return f"Not sound{limit}: {size}."
    if report.errors:
        return f"Not proven sound: {size}; no law is broken, but not all are proven."
    if report.faults:
        return f"Sound: {size}; correct the texts listed above."
    if report.plays:
        return f"Sound: {size}; kept plays have changed."
    if report.unmodelled:
        return f"No error in the analysed part; the rest is not proven: {size}."
    if report.findings:
        return f"Sound: {size}; the findings above are advice."
    return f"Sound: {size}; every law holds."


def _size(report: CheckResult) -> str:
    parts: Iterable[str] = (
        format_count(len(report.structure.passages), "passage"),
        format_count(len(report.structure.choices), "choice"),
        *(() if report.arcs is None else (format_playthroughs(report.arcs),)),
        format_count(report.endings, "ending"),
    )
    return ", ".join(parts)
