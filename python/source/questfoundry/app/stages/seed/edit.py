"""The faults of a complete plan, such as an author's edit, that no single section can find."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from questfoundry.app.stages.seed.apply import apply_seed
from questfoundry.app.stages.seed.clues import build_questions_section
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.stage import MISSING, UNKNOWN, build_misplaced_fault
from questfoundry.domain.answer.manifest import check_structural_completeness
from questfoundry.domain.artifacts.seed import SeedArtifact, SeedQuestions
from questfoundry.domain.fault import Fault, FaultKind
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.story import Story

_WHOLE, _CHAPTERED = ("dilemmas", "order", "setup", "epilogues"), ("chapters", "openings")
"""The fields that a plan must have without and with chapters."""


def faults_of_form(seed: SeedArtifact, wording: Mapping[str, Any]) -> Sequence[Fault]:
    """Return a fault for the first field that does not suit a plan with, or without, chapters.

    The field is missing or must not exist. The result is empty if all fields suit.
    """
    form = set(_WHOLE)
    if seed.chapters:
        ends = len(seed.openings) >= len(seed.chapters)
        form = {*_CHAPTERED, *(("epilogues",) if ends else ())}
    has = {name for name in (*_WHOLE, *_CHAPTERED) if getattr(seed, name)}
    if missing := sorted(form - has):
        return [build_misplaced_fault(MISSING, FaultKind.MISSING, missing[0], wording)]
    if unknown := sorted(has - form):
        return [build_misplaced_fault(UNKNOWN, FaultKind.UNKNOWN, unknown[0], wording)]
    return ()


def faults_of_edit(
    story: Story, seed: SeedArtifact, rules: SeedRules, wording: Mapping[str, Any]
) -> Sequence[Fault]:
    """Return faults for delayed effects of paths that never rejoin, else faults of the questions.

    ``story`` is the story before SEED.
    """
    rejoins = any(
        each.explore == "both" and each.weight is Weight.SOFT
        for each in seed.dilemma_decisions.dilemmas.values()
    )
    if not rejoins and seed.residue:
        return [rules.make_fault("never_rejoins", f"residue.{path}") for path in seed.residue]
    return _faults_of_questions(story, seed, rules, wording)


def _faults_of_questions(
    story: Story, seed: SeedArtifact, rules: SeedRules, wording: Mapping[str, Any]
) -> Sequence[Fault]:
    if not seed.questions:
        return ()
    planned = apply_seed(story, seed)
    section = build_questions_section(planned, planned.counts.preset, rules)
    part = SeedQuestions(questions=seed.questions)
    plain = part.model_dump(mode="json")
    # An author may use any beat and any number of questions that the artifact allows.
    beats = tuple(beat.id for beat in planned.beats)
    pins = {name: beats for name in section.manifest.pins if "clues" in name}
    manifest = evolve(section.manifest, counts={}, pins={**section.manifest.pins, **pins})
    return check_structural_completeness(plain, manifest, wording) or section.check(part)
