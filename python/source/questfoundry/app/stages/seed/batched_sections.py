"""Batches of short SEED sections that are requested in one answer.

A later section refers to the earlier sections in the same answer. So its rules are rebuilt from a
plan that contains the results of the earlier sections.
"""

from collections.abc import Callable, Collection, Generator, Mapping
from typing import Any

from attrs import evolve, frozen

from questfoundry.app.stages.batched_section import batch
from questfoundry.app.stages.section import (
    Section,
    list_ids,
    list_mentions,
    mention_entities,
    mention_texts,
)
from questfoundry.app.stages.seed.cast import find_lead
from questfoundry.app.stages.seed.partial_plan import DILEMMAS, ENTITIES, PATHS
from questfoundry.app.stages.seed.sections import (
    PlanInProgress,
    build_beats_section,
    build_dilemmas_section,
    build_entities_section,
    build_frame_section,
    plan_branching_range,
    plan_hard_range,
    plan_kept_range,
)
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.seed import DilemmaDecision, SeedDilemmas, SeedPaths
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.story import Story

PlanFlow = Generator[Section[Any], Any, PlanInProgress]
"""A generator that yields sections, receives their results, and returns the completed plan."""

BATCH_SIZE = 3
"""The maximum number of dilemmas whose paths or beats one request asks for."""


def build_decisions_section(plan: PlanInProgress) -> Section[Any]:
    """Build the section that decides which entities stay and how every dilemma branches."""
    entities, dilemmas = build_entities_section(plan), build_dilemmas_section(plan)
    return batch(
        (entities, dilemmas),
        title="SeedDecisions",
        template="templates/seed/decisions",
        variables={
            "entities": entities.variables["ids"],
            "must_stay": entities.variables["must_stay"],
            "dilemmas": dilemmas.variables["ids"],
            "known": list_mentions((*entities.about.mentions, *dilemmas.about.mentions)),
        },
    )


def build_branches_section(plan: PlanInProgress) -> Section[Any] | None:
    """Build the section for all decisions about dilemmas and for their paths, in one request.

    Decisions about entities are included, unless ``plan`` has them already. Return ``None`` if
    there are too many dilemmas for one answer.
    """
    story, preset, rules = plan.story, plan.preset, plan.rules
    ids = tuple(each.id for each in story.dilemmas)
    if len(ids) > min(BATCH_SIZE, plan_branching_range(story, preset).most):
        return None
    entities = None if plan.seed.entities else build_entities_section(plan)
    dilemmas = build_dilemmas_section(plan)
    both = DilemmaDecision(explore="both", weight=Weight.SOFT)
    kept = rules.keep_all_entities([each.id for each in story.entities])
    provisional = plan.add_part(ENTITIES, kept) if entities else plan
    provisional = provisional.add_part(
        DILEMMAS, SeedDilemmas(dilemmas=dict.fromkeys(ids, both), order=ids)
    )
    paths = build_paths_section(provisional, PATHS, ids)

    def rebuild() -> Generator[Section[Any], Any, None]:
        decided = plan
        for section in (entities, dilemmas):
            if section:
                decided = decided.add_part(section.name, (yield section))
        yield build_paths_section(decided, PATHS, decided.seed.order)

    shared = {
        "cast": entities.variables["ids"] if entities else (),
        "must_stay": entities.variables["must_stay"] if entities else (),
        "keep": plan_kept_range(story, preset, plan.names),
        "dilemmas": story.dilemmas,
        "hard": plan_hard_range(story, preset),
        "ids": paths.variables["ids"],
        "lead": paths.variables["lead"],
    }
    branches = batch(
        [*([entities] if entities else ()), dilemmas, paths],
        title="SeedBranches",
        template="templates/seed/branches",
        variables={
            **shared,
            "paths": {
                dilemma.id: tuple(each for each in paths.variables["settled"][dilemma])
                for dilemma in story.dilemmas
            },
            "known": list_mentions(paths.about.mentions),
            "entities": list_ids((each.id, each.name) for each in provisional.entities),
            "rules": rules.prompts.render("templates/seed/branches_rules", shared)["branches"],
        },
        rebuild=rebuild,
    )
    return evolve(branches, in_brief=True)


@frozen(kw_only=True)
class MomentBatch:
    """Sections of beats that are requested together, with the variables of their template.

    ``rebuild`` yields each section again, rebuilt with the results of the sections before it, and
    returns the plan with all results. ``is_complete`` means that no beats are left to request after
    this batch.
    """

    sections: tuple[Section[Any], ...]
    variables: Mapping[str, Any]
    rebuild: Callable[[], PlanFlow]
    is_complete: bool


def build_moments_section(moments: MomentBatch) -> Section[Any]:
    """Build one section that requests all sections of the batch ``moments`` in one answer."""
    return batch(
        moments.sections,
        title="SeedMoments",
        template="templates/seed/moments",
        guide="fields/seed_moments",
        variables={**moments.variables, "felt": None},
        rebuild=moments.rebuild,
    )


def build_moment_batch(plan: PlanInProgress, dilemma: str) -> MomentBatch | None:
    """Build the batch for the next dilemmas without beats in the chapter of ``dilemma``.

    In a story without chapters, the last batch includes the frame (setup and epilogues). Return
    ``None`` if the batch would have only one section.
    """
    chapter = plan.chapter_of(dilemma)
    order = plan.list_dilemmas(chapter.number if chapter else 0)
    waiting = [each for each in order if each not in plan.seed.beats]
    batch_ids = waiting[:BATCH_SIZE]
    frames = batch_ids == waiting and not chapter
    if len(batch_ids) < 2 and not frames:
        return None
    beats = [build_beats_section(plan, each) for each in batch_ids]
    frame = build_frame_section(plan) if frames else None

    def rebuild() -> PlanFlow:
        planned = plan
        for each in batch_ids:
            section = build_beats_section(planned, each)
            planned = planned.add_part(section.name, (yield section))
        if frames:
            last = build_frame_section(planned)
            planned = planned.add_part(last.name, (yield last))
        return planned

    return MomentBatch(
        sections=tuple(
            _sort_pins(each, plan.story) for each in (*beats, *([frame] if frame else ()))
        ),
        variables={
            "beats": [
                {
                    **each.variables,
                    "must_meet": tuple(
                        one
                        for one in each.variables["must_meet"]
                        if one in plan.presence.find_departing(name)
                        or one in plan.story.dilemma(name).anchors
                    ),
                }
                for name, each in zip(batch_ids, beats, strict=True)
            ],
            "frame": frame.variables if frame else None,
            "must_meet": frame.variables["must_meet"] if frame else (),
            "chapter": chapter,
            **{name: beats[0].variables[name] for name in ("earlier", "people", "acts")},
            "known": list_mentions(
                frame.about.mentions if frame else mention_entities(plan.entities)
            ),
            "ids": tuple(path for each in beats for path in each.variables["ids"]),
        },
        rebuild=rebuild,
        is_complete=frames,
    )


def _sort_pins(section: Section[Any], story: Story) -> Section[Any]:
    """Sort allowed ids in the order of the story's entities, to give sections equal schemas."""
    order = {entity.id: place for place, entity in enumerate(story.entities)}
    pins = {
        name: tuple(sorted(values, key=lambda each: order.get(each, 0)))
        for name, values in section.manifest.pins.items()
    }
    return evolve(section, manifest=evolve(section.manifest, pins=pins))


def next_dilemmas(plan: PlanInProgress) -> tuple[str, ...]:
    """Return the ids of the next dilemmas without paths, at most ``BATCH_SIZE``."""
    drafts, order = plan.seed.paths, plan.dilemma_paths.items()
    waiting = [dilemma.id for dilemma, paths in order if not drafts.keys() >= {*paths}]
    return tuple(waiting[:BATCH_SIZE])


def build_paths_section(
    plan: PlanInProgress, name: str, dilemmas: Collection[str]
) -> Section[SeedPaths]:
    """Build the section for the paths of ``dilemmas``: their summaries and consequences.

    A path is an answer that the story explores.
    """
    kept, order = plan.entities, plan.dilemma_paths
    dilemma_paths = {dilemma: paths for dilemma, paths in order.items() if dilemma.id in dilemmas}
    lead, absent = find_lead(order, kept), plan.presence.find_absent_at_end()
    later = tuple(order)[list(order).index(list(dilemma_paths)[-1]) + 1 :]
    paths = {path: plan.answers[path].text for each in dilemma_paths.values() for path in each}
    return Section(
        name=name,
        model=SeedPaths,
        manifest=Manifest(
            sections={"paths": tuple(paths)},
            pins={"paths.consequences.entity": tuple(each.id for each in kept)},
        ),
        check=lambda part: plan.rules.check_paths(
            part, dilemma_paths, kept, lead=lead, later=later, absent=absent
        ),
        variables={
            "ids": tuple(paths),
            "settled": dilemma_paths,
            "later": tuple(dict.fromkeys(each for one in later for each in one.anchors)),
            "entities": list_mentions(mention_entities(kept)),
            "lead": lead,
            "chapter": plan.chapter_of(next(iter(dilemma_paths)).id),
            "earlier": (),
        },
        about=SectionSubject(mentions=mention_texts(paths)),
    )
