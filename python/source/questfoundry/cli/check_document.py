"""What ``qf check --json`` writes."""

from __future__ import annotations

from typing import Any

from questfoundry.app.structure.report import CheckReport, Remark
from questfoundry.domain.story.foreign import Spot


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
        "findings": [_finding(remark) for remark in report.remarks],
        "wording": [
            {"field": each.fault.field, "problem": each.fault.problem, **_spot(each.spot)}
            for each in report.wording
        ],
        "doubts": [
            {"passage": each.passage, "problem": each.problem, **_spot(each.spot)}
            for each in report.doubts
        ],
        "not_modelled": [
            {"place": each.place, "what": each.what, **_spot(each.spot)}
            for each in report.unmodelled
        ],
    }


def _finding(remark: Remark) -> dict[str, Any]:
    finding = remark.finding
    way = finding.counterexample
    return {
        "law": finding.law.value,
        "severity": finding.severity.value,
        "proven": finding.proven,
        "place": finding.place,
        **_spot(remark.spot),
        "problem": finding.problem,
        "fix": finding.fix,
        "counterexample": None if way is None else list(way),
    }


def _spot(spot: Spot | None) -> dict[str, Any]:
    return {"file": spot and spot.file, "line": spot and spot.line}
