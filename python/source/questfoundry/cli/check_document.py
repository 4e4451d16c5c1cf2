"""What ``qf check --json`` writes."""

from __future__ import annotations

from typing import Any

from questfoundry.app.structure.report import CheckReport
from questfoundry.domain.file_place import FilePlace, Located
from questfoundry.domain.finding import Finding


def check_document(report: CheckReport) -> dict[str, Any]:
    """All findings, none left out."""
    return {
        "title": report.title,
        "sound": report.sound,
        "passages": len(report.structure.passages),
        "choices": len(report.structure.choices),
        "arcs": report.arcs,
        "endings": report.endings,
        "laws": [law.value for law in report.laws],
        "findings": [_finding(each) for each in report.findings],
        "wording": [
            {"field": each.item.field, "problem": each.item.problem, **_place(each.place)}
            for each in report.faults
        ],
        "prose": [
            {"passage": each.item.place, "problem": each.item.problem, **_place(each.place)}
            for each in report.prose
        ],
        "not_modelled": [
            {"place": each.passage, "what": each.what, **_place(each.place)}
            for each in report.unmodelled
        ],
    }


def _finding(located: Located[Finding]) -> dict[str, Any]:
    finding = located.item
    way = finding.counterexample
    return {
        "law": finding.rule,
        "severity": finding.severity.value,
        "proven": finding.proven,
        "place": finding.place,
        **_place(located.place),
        "problem": finding.problem,
        "fix": finding.fix,
        "counterexample": None if way is None else list(way),
    }


def _place(place: FilePlace | None) -> dict[str, Any]:
    return {"file": place and place.file, "line": place and place.line}
