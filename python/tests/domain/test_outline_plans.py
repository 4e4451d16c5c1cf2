"""Tests for outline points in plans that were written by hand in the planner's own words."""

from typing import Any

import pytest
import yaml

from questfoundry.domain.outline.coverage import measure_coverage
from questfoundry.domain.outline.material_parts import MaterialPage
from questfoundry.domain.outline.points import extract_points
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.story import Story
from tests.support.outline_names import OUTLINES

PLANS: dict[str, Any] = yaml.safe_load((OUTLINES / "plans.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PLANS)
def test_what_no_moment_names_is_left_out_and_nothing_else(name: str) -> None:
    """The report of omitted points must be exact, also for a plan in another language."""
    text = (OUTLINES / f"{name.partition('_in_')[0]}.md").read_text(encoding="utf-8")
    points = extract_points([MaterialPage(name="outline/o.md", text=text)])
    beats = tuple(
        Beat(
            id=f"beat::{at}",
            role=BeatRole.SETUP,
            summary=summary,
            location="location::a",
            points=tuple(told),
        )
        for at, (told, summary) in enumerate(PLANS[name])
    )
    named = {point for told, _ in PLANS[name] for point in told}
    left_out = {point for at, point in enumerate(points, start=1) if at not in named}
    assert left_out
    assert {*measure_coverage(points, Story(beats=beats)).left_out} == left_out
