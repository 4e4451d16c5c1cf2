"""Write the findings of a check as SARIF 2.1.0, and keep known findings in a baseline file.

In SARIF, errors and warnings become results of the same level, uncertain findings become results to
review, and code that the check does not understand becomes a notification. A baseline identifies a
finding by its rule and the id of its passage or choice, whatever its line.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

from attrs import evolve, frozen
from pydantic import BaseModel, ConfigDict, ValidationError

from questfoundry.app.structure.check import CheckResult
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.domain.text.validation import describe_first


class KnownFinding(BaseModel):
    """A known finding, identified by its rule and the id of its passage or choice."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rule: str
    place: str


class Baseline(BaseModel):
    """A list of known findings, as stored in a baseline file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal[1] = 1
    known: tuple[KnownFinding, ...] = ()


@frozen(kw_only=True)
class BaselineComparison:
    """The comparison of a check's findings with a baseline of known findings.

    ``result`` lacks the known findings. ``known`` is the number of known findings that still occur,
    and ``resolved`` are the known findings that do not.
    """

    result: CheckResult
    known: int
    resolved: Sequence[KnownFinding]


def baseline_of(result: CheckResult) -> Baseline:
    """Return a baseline that contains all findings of ``result``, in a fixed order."""
    return Baseline(
        known=tuple(sorted(_collect_keys(result), key=lambda each: (each.place, each.rule)))
    )


def compare_with_baseline(result: CheckResult, baseline: Baseline) -> BaselineComparison:
    """Compare ``result`` with ``baseline``, which may also contain uncertain findings."""
    found, known = _collect_keys(result), set(baseline.known)

    def is_new(finding: Finding) -> bool:
        return _key_of(finding) not in known

    return BaselineComparison(
        result=evolve(
            result,
            findings=tuple(each for each in result.findings if is_new(each.item)),
            doubted=tuple(each for each in result.doubted if is_new(each.item.finding)),
            prose=tuple(each for each in result.prose if is_new(each.item)),
            plays=tuple(each for each in result.plays if is_new(each.item)),
        ),
        known=len(known & found),
        resolved=sorted(known - found, key=lambda each: (each.place, each.rule)),
    )


def format_baseline(baseline: Baseline) -> str:
    """Return the text of the baseline file, with one finding per line to keep diffs readable."""
    lines = ",\n".join(
        f"    {json.dumps(each.model_dump(), ensure_ascii=False)}" for each in baseline.known
    )
    known = f"[\n{lines}\n  ]" if lines else "[]"
    return f'{{\n  "version": {baseline.version},\n  "known": {known}\n}}\n'


def read_baseline(text: str, *, name: str) -> Baseline:
    """Return the baseline in ``text``; raise ``InputError`` with the file's name if invalid."""
    try:
        return Baseline.model_validate_json(text)
    except ValidationError as problem:
        raise InputError(
            f"{name!r} is not a valid baseline: {describe_first(problem)} Generate the file again."
        ) from None


def _collect_keys(result: CheckResult) -> set[KnownFinding]:
    findings = [each.item for each in (*result.findings, *result.prose, *result.plays)]
    return {_key_of(each) for each in (*findings, *(each.item.finding for each in result.doubted))}


def _key_of(finding: Finding) -> KnownFinding:
    return KnownFinding(rule=finding.rule, place=finding.place)


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
    for each in (*report.findings, *report.prose, *report.plays):
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
