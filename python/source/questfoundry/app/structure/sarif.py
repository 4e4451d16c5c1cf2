"""Write the findings of a check as SARIF 2.1.0, which editors and code hosts show beside the lines.

Errors and warnings become results of the same level. Uncertain findings become results to review,
and code that the check does not understand becomes a notification.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from questfoundry.app.structure.check import CheckResult
from questfoundry.domain.finding import Finding
from questfoundry.domain.story.file_place import FilePlace

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif_document(report: CheckResult, version: str) -> dict[str, Any]:
    """Return the SARIF log of ``report``; ``version`` is the version of QuestFoundry."""
    results = list(_results(report))
    rules = {law.value: law.sentence for law in report.laws}
    rules |= {each["ruleId"]: each["ruleId"] for each in results if each["ruleId"] not in rules}
    numbers = {rule: number for number, rule in enumerate(rules)}
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "QuestFoundry",
                        "semanticVersion": version,
                        "rules": [
                            {"id": rule, "shortDescription": {"text": sentence}}
                            for rule, sentence in rules.items()
                        ],
                    }
                },
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": True,
                        "toolExecutionNotifications": [
                            {
                                "level": "note",
                                "message": {"text": f"Not analysed: {each.what}"},
                                "locations": [_location(each.place, each.passage)],
                            }
                            for each in report.unmodelled
                        ],
                    }
                ],
                "results": [{**each, "ruleIndex": numbers[each["ruleId"]]} for each in results],
            }
        ],
    }


def _results(report: CheckResult) -> Iterator[dict[str, Any]]:
    for each in (*report.findings, *report.prose):
        if each.item.proven:
            yield {**_result(each.item, each.place), "level": each.item.severity.value}
        else:
            yield {**_result(each.item, each.place), "kind": "open", "level": "none"}
    for fault in report.faults:
        yield {
            "ruleId": fault.item.rule,
            "level": "error",
            "message": {"text": f"{fault.item.field}: {fault.item.problem}"},
            "locations": [_location(fault.place, fault.item.field)],
        }
    for doubted in report.doubted:
        because = doubted.item.cause
        result = _result(doubted.item.finding, doubted.place)
        text = (
            f"Possible problem: {result['message']['text']} Uncertain because of "
            f"{because.what} ({because.place})."
        )
        yield {**result, "kind": "review", "level": "none", "message": {"text": text}}


def _result(finding: Finding, place: FilePlace | None) -> dict[str, Any]:
    return {
        "ruleId": finding.rule,
        "message": {"text": f"{finding.problem} {finding.fix}"},
        "locations": [_location(place, finding.place)],
        # Code hosts recognise a finding by this key, even when its text or line changes.
        "partialFingerprints": {"placeInStory/v1": f"{finding.rule}: {finding.place}"},
    }


def _location(place: FilePlace | None, name: str) -> dict[str, Any]:
    location: dict[str, Any] = {"logicalLocations": [{"fullyQualifiedName": name}]}
    if place:
        region: dict[str, int] = {"startLine": place.line}
        if place.column:
            region["startColumn"] = place.column
        location["physicalLocation"] = {
            "artifactLocation": {"uri": quote(Path(place.file).as_posix())},
            "region": region,
        }
    return location
