"""Joining the sections of SEED into the data of one artifact."""

from __future__ import annotations

from typing import Any, cast

from questfoundry.app.stages.former_sections import SectionResults
from questfoundry.app.stages.seed.clues import QUESTIONS, build_question_entries
from questfoundry.app.stages.seed.partial_plan import BEATS
from questfoundry.domain.artifacts.seed import SeedQuestions

BY_ID = (BEATS, "openings")
"""Fields of the artifact with a separate section for each entry."""


def assemble_sections(results: SectionResults) -> dict[str, Any]:
    """Return the data of the plan: each result at its place, questions with ids."""
    whole: dict[str, Any] = {}
    for name, part in results.items():
        plain, (holder, _, key) = part.model_dump(mode="json"), name.partition(".")
        plain = {holder: {key: plain}} if holder in BY_ID else plain
        for field, value in plain.items():
            known = whole.get(field)
            whole[field] = {**known, **value} if isinstance(known, dict) else value
    if QUESTIONS in results:
        questions = build_question_entries(cast(SeedQuestions, results[QUESTIONS]).questions)
        whole[QUESTIONS] = [each.model_dump(mode="json") for each in questions]
    return whole
