"""Delayed effects and central questions in one request, perhaps together with the beats.

If all counts of a story are fixed, the ids of its beats are known before the beats are written. So
one answer can hold the beats, the delayed effects and the clues, and the plan is sent only once.
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from attrs import evolve

from questfoundry.app.stages.batched_section import batch
from questfoundry.app.stages.section import Section, request_section
from questfoundry.app.stages.seed.apply import apply_seed
from questfoundry.app.stages.seed.batched_sections import MomentBatch
from questfoundry.app.stages.seed.cast import is_place
from questfoundry.app.stages.seed.clues import PlannedMoment, build_questions_section, weave_plan
from questfoundry.app.stages.seed.partial_plan import FRAME
from questfoundry.app.stages.seed.residue import RESIDUE, build_residue_section
from questfoundry.app.stages.seed.sections import PlanInProgress
from questfoundry.app.stages.seed.stats import build_stats_section
from questfoundry.domain.artifacts.seed import (
    Epilogue,
    PathBeats,
    SeedBeats,
    SeedFrame,
    SeedQuestions,
    SeedResidue,
)
from questfoundry.domain.story.beat import BeatDraft, BeatRole


def _rebuild_sections(
    plan: PlanInProgress,
    residue: Section[SeedResidue] | None,
    questions: Section[SeedQuestions] | None,
    stats: Section[Any] | None,
) -> Generator[Section[Any], Any, None]:
    """Yield the sections for delayed effects, questions and stats again, rebuilt for ``plan``.

    ``residue``, ``questions`` and ``stats`` are the sections that were requested; ``None`` skips a
    section.
    Faulty delayed effects are not added to the plan for which the questions are rebuilt.
    """
    if residue:
        effects = build_residue_section(plan, 0)
        part = yield from request_section(effects or residue)
        if effects and not effects.check(part):
            plan = plan.add_part(RESIDUE, part)
    if questions:
        yield build_questions_section(plan) or questions
    if stats:
        yield stats


def build_delayed_effect_section(
    residue: Section[SeedResidue], plan: PlanInProgress
) -> Section[Any] | None:
    """Build the section that joins all delayed effects with the central questions and the stats.

    Return ``None`` if the story gets no questions.
    """
    questions = build_questions_section(plan)
    if questions is None:
        return None
    stats = build_stats_section(plan, residue.variables["ids"])
    return batch(
        (_align_pins(residue), questions, *([stats] if stats else ())),
        title="SeedFelt",
        template="templates/seed/felt",
        variables={
            "ids": residue.variables["ids"],
            "paths": residue.variables["paths"],
            "moments": questions.variables["moments"],
            "endings": plan.ending_answers,
            "rules": _list_rules(residue, questions, stats),
        },
        rebuild=lambda: _rebuild_sections(plan, residue, questions, stats),
    )


def build_plot_section(plan: PlanInProgress, moments: MomentBatch) -> Section[Any] | None:
    """Build the section for beats, delayed effects and questions in one request.

    Return ``None`` unless ``moments`` has all remaining beats and the number of beats is fixed, so
    that their ids are known in advance.
    """
    preset = plan.preset
    counts = (preset.setup_beats, preset.shared_beats, preset.tail_beats, preset.epilogue_beats)
    if not moments.is_complete or any(each.least != each.most for each in counts):
        return None
    planned = _add_placeholders(plan, moments)
    residue, questions = build_residue_section(planned, 0), build_questions_section(planned)
    stats = build_stats_section(planned, residue.variables["ids"]) if residue else None
    aligned = _align_pins(residue) if residue else None
    behind = [each for each in (aligned, questions, stats) if each]
    if not behind:
        return None

    def rebuild() -> Generator[Section[Any], Any, None]:
        whole = yield from moments.rebuild()
        yield from _rebuild_sections(whole, residue, questions, stats)

    return evolve(
        batch(
            (*moments.sections, *behind),
            title="SeedPlot",
            template="templates/seed/moments",
            guide="fields/seed_moments",
            variables={
                **moments.variables,
                "felt": {
                    "ids": residue.variables["ids"] if residue else (),
                    "paths": residue.variables["paths"] if residue else {},
                    "asked": questions is not None,
                    "moments": _group_moments(weave_plan(apply_seed(planned)).moments),
                    "rules": _list_rules(residue, questions, stats),
                },
            },
            rebuild=rebuild,
        ),
        context_fields=_list_fields(moments.sections),
    )


def _add_placeholders(plan: PlanInProgress, moments: MomentBatch) -> PlanInProgress:
    """Return ``plan`` with placeholder texts in all beats, to determine the ids of beats."""
    preset, place = plan.preset, next(each.id for each in plan.entities if is_place(each.id))
    draft = BeatDraft(summary="-", location=place)
    for section in moments.sections:
        entries = section.manifest.sections
        if section.name == FRAME:
            closing = Epilogue(beats=(draft,) * preset.epilogue_beats.most)
            frame = SeedFrame(
                setup=(draft,) * preset.setup_beats.most,
                epilogues=dict.fromkeys(entries["epilogues"], closing),
            )
            plan = plan.add_part(FRAME, frame)
        else:
            arm = PathBeats(commit=draft, tail=(draft,) * preset.tail_beats.most)
            beats = SeedBeats(
                shared=(draft,) * preset.shared_beats.most,
                paths=dict.fromkeys(entries["paths"], arm),
            )
            plan = plan.add_part(section.name, beats)
    return plan


def _group_moments(moments: Iterable[PlannedMoment]) -> Sequence[Mapping[str, Any]]:
    """Return neighbouring moments in groups, as a template shows them.

    ``where`` is their role, and ``of`` the id of their path, dilemma or ending. ``only`` is the
    answer whose players alone meet them, or "" if all players meet them.
    """
    found: dict[tuple[BeatRole, str], dict[str, Any]] = {}
    for each in moments:
        beat = each.beat
        where = BeatRole.COMMIT if beat.path else beat.role
        of = beat.path or beat.dilemma or beat.ending or ""
        group = {"ids": [], "where": where, "of": of, "only": each.only}
        found.setdefault((where, of), group)["ids"].append(beat.id)
    return tuple(found.values())


def _align_pins(residue: Section[Any]) -> Section[Any]:
    """Sort the allowed beats of all paths in the same order, so that paths have equal schemas."""
    pins = residue.manifest.pins
    order = tuple(dict.fromkeys(chain(*reversed([*pins.values()]))))
    alike = {name: tuple(each for each in order if each in ids) for name, ids in pins.items()}
    return evolve(residue, manifest=evolve(residue.manifest, pins=alike))


def _list_rules(*sections: Section[Any] | None) -> Mapping[str, str]:
    return {each.name: each.variables["rules"] for each in sections if each}


def _list_fields(sections: Iterable[Section[Any]]) -> tuple[str, ...]:
    names = (
        name
        for each in sections
        for name in ((each.path.partition(".")[0],) if each.path else each.model.model_fields)
    )
    return tuple(dict.fromkeys(names))
