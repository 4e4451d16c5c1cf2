"""The findings that are known already: which they are, as a file, and a result without them.

A finding is known by its rule and by the id of the passage or choice that it is about, not by its
line, so that what is written above it makes no difference.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal

from attrs import evolve, frozen
from pydantic import BaseModel, ConfigDict, ValidationError

from questfoundry.app.structure.check import CheckResult
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding


class KnownFinding(BaseModel):
    """What a finding is known by."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    rule: str
    place: str


class Baseline(BaseModel):
    """The file of known findings."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Literal[1] = 1
    known: tuple[KnownFinding, ...] = ()


@frozen(kw_only=True)
class BaselineComparison:
    """A result without what was known, how much that was, and what of it is found no more."""

    result: CheckResult
    known: int
    resolved: Sequence[KnownFinding]


def baseline_of(result: CheckResult) -> Baseline:
    """All that the result has to say of the structure, and of prose, in a fixed order."""
    return Baseline(
        known=tuple(sorted(_collect_keys(result), key=lambda each: (each.place, each.rule))),
    )


def compare_with_baseline(result: CheckResult, baseline: Baseline) -> BaselineComparison:
    """The result without the findings that are known; what is not proven counts as known, too."""
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
    """The file: a line a finding, so that a change of it is read as one."""
    lines = ",\n".join(
        f"    {json.dumps(each.model_dump(), ensure_ascii=False)}" for each in baseline.known
    )
    known = f"[\n{lines}\n  ]" if lines else "[]"
    return f'{{\n  "version": {baseline.version},\n  "known": {known}\n}}\n'


def read_baseline(text: str, *, name: str) -> Baseline:
    """What the file says; ``InputError`` where it is none."""
    try:
        return Baseline.model_validate_json(text)
    except ValidationError as problem:
        first = problem.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise InputError(
            f"{name!r} holds no known findings: {place}: {first['msg']}. Write it anew."
        ) from None


def _collect_keys(result: CheckResult) -> set[KnownFinding]:
    findings = [each.item for each in (*result.findings, *result.prose)]
    return {_key_of(each) for each in (*findings, *(each.item.finding for each in result.doubted))}


def _key_of(finding: Finding) -> KnownFinding:
    return KnownFinding(rule=finding.rule, place=finding.place)
