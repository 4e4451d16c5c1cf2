"""Keep known findings of a check in a baseline file, and leave them out of later results.

A finding is identified by its rule and by the id of its passage or choice. The line number of the
finding does not count, so edits elsewhere in the file do not matter.
"""

import json
from collections.abc import Sequence
from typing import Literal

from attrs import evolve, frozen
from pydantic import BaseModel, ConfigDict, ValidationError

from questfoundry.app.structure.check import CheckResult
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding


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
    """The result of a check without the known findings, and which of those still occur."""

    result: CheckResult
    known: int
    resolved: Sequence[KnownFinding]


def baseline_of(result: CheckResult) -> Baseline:
    """Return a baseline that contains all findings of ``result``, in a fixed order."""
    return Baseline(
        known=tuple(sorted(_collect_keys(result), key=lambda each: (each.place, each.rule))),
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
        first = problem.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise InputError(
            f"{name!r} is not a valid baseline: {place}: {first['msg']}. Generate the file again."
        ) from None


def _collect_keys(result: CheckResult) -> set[KnownFinding]:
    findings = [each.item for each in (*result.findings, *result.prose)]
    return {_key_of(each) for each in (*findings, *(each.item.finding for each in result.doubted))}


def _key_of(finding: Finding) -> KnownFinding:
    return KnownFinding(rule=finding.rule, place=finding.place)
