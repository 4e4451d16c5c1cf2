"""The sections of SEED in the order of requests; each section uses the plan so far."""

from collections.abc import Collection, Mapping, Sequence

from questfoundry.app.stages.section import (
    Section,
    mention_entities,
    mention_questions,
    mention_texts,
)
from questfoundry.app.stages.seed.cast import count_appearances, find_due_entities, is_place
from questfoundry.app.stages.seed.partial_plan import (
    DILEMMAS,
    ENTITIES,
    FRAME,
    answers_before,
    answers_of_endings,
    beats_name,
    chapter_of,
    endings_in,
    find_planned_dilemmas,
    hard_before,
    hard_in,
    moments_so_far,
    paths_of,
    presence_in,
    retain_entities,
)
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.seed import (
    SeedArtifact,
    SeedBeats,
    SeedDilemmas,
    SeedEntities,
    SeedFrame,
)
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.entity import Entity, EntityKind, OutlineName
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.size import Preset, Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.names.stated_names import has_name


def build_entities_section(
    story: Story, preset: Preset, rules: SeedRules, names: Sequence[OutlineName] = ()
) -> Section[SeedEntities]:
    """Build the section that decides for every entity whether to keep or to cut it.

    If all entities must stay, the result is preset, and no model is asked.
    """
    ids = tuple(entity.id for entity in story.entities)
    keep = plan_kept_range(story, preset, names)
    must_stay = ids if keep.least == len(ids) else find_required_entities(story, names)
    return Section(
        name=ENTITIES,
        model=SeedEntities,
        manifest=Manifest(
            sections={"entities": ids},
            pins={f"entities.{each}.decision": ("keep",) for each in must_stay},
        ),
        check=lambda part: rules.check_entities(part, keep, must_stay),
        variables={"ids": ids, "must_stay": must_stay},
        about=SectionSubject(mentions=mention_entities(story.entities)),
        preset=rules.keep_all_entities(ids) if len(must_stay) == len(ids) else None,
    )


def find_required_entities(story: Story, names: Sequence[OutlineName] = ()) -> tuple[str, ...]:
    """Return the ids of the entities that must stay in the story.

    These are the anchors of dilemmas, the player's character, entities named in ``names``, and at
    least one location and one character.
    """
    anchors = {anchor for dilemma in story.dilemmas for anchor in dilemma.anchors}
    anchors.update([story.player.id] if story.player else ())
    for kind in (EntityKind.LOCATION, EntityKind.CHARACTER):
        of_kind = [entity.id for entity in story.entities if entity.kind is kind]
        if anchors.isdisjoint(of_kind):
            anchors.update(of_kind[:1])
    for entity in story.entities:
        if any(has_name(entity.name, form) for each in names for form in each.all_names):
            anchors.add(entity.id)
    return tuple(entity.id for entity in story.entities if entity.id in anchors)


def plan_kept_range(story: Story, preset: Preset, names: Sequence[OutlineName] = ()) -> Range:
    """Return the range of how many entities to keep.

    Its upper end is the number of all entities if more must stay than the size allows.
    """
    wanted, count = preset.entities, len(story.entities)
    most = count if len(find_required_entities(story, names)) > wanted.most else wanted.most
    return Range(min(wanted.least, count), min(most, count))


def plan_branching_range(story: Story, preset: Preset) -> Range:
    """Return the range of how many dilemmas explore both answers, in a story without chapters.

    At least two do where possible: a single dilemma gives two endings, and no other choice could
    give an ending a variant. In a sorting story all dilemmas explore both answers.
    """
    count, least = len(story.dilemmas), min(2, preset.endings.least - 1)
    least = count if shape_of(story.shape).is_sorting_hat else least
    return Range(min(least, count), min(preset.dilemmas.most, count))


def plan_hard_range(story: Story, preset: Preset) -> Range:
    """Return the range of how many dilemmas are hard, in a story without chapters.

    The minimum of a size with chapters counts for each chapter, so the lower end is 1 instead.
    """
    hard, count = preset.hard_dilemmas, len(story.dilemmas)
    least = hard.least if preset.chapters.most == 1 else 1
    return Range(min(least, count), min(hard.most, count))


def build_dilemmas_section(story: Story, preset: Preset, rules: SeedRules) -> Section[SeedDilemmas]:
    """Build the section that decides how the dilemmas branch, and their order.

    If all dilemmas must be hard, these decisions are fixed in advance.
    """
    ids = tuple(dilemma.id for dilemma in story.dilemmas)
    both = plan_branching_range(story, preset)
    hard = plan_hard_range(story, preset)
    pins = {"order": ids}
    for each in ids if hard.least == len(ids) else ():
        pins[f"dilemmas.{each}.weight"] = (Weight.HARD.value,)
        pins[f"dilemmas.{each}.explore"] = ("both",)
    return Section(
        name=DILEMMAS,
        model=SeedDilemmas,
        manifest=Manifest(
            sections={"dilemmas": ids}, pins=pins, counts={"order": Range(len(ids), len(ids))}
        ),
        check=lambda part: rules.check_dilemmas(part, both, hard),
        variables={"ids": ids},
        about=SectionSubject(mentions=mention_questions(story.dilemmas)),
    )


def build_beats_section(
    story: Story, preset: Preset, rules: SeedRules, plan: SeedArtifact, dilemma_id: str
) -> Section[SeedBeats]:
    """Build the section for a dilemma's beats: those before the choice, and those of each path."""
    dilemma, chapter = story.dilemma(dilemma_id), chapter_of(plan, dilemma_id)
    drafts = plan.paths
    paths = paths_of(dilemma, plan.dilemma_decisions)
    kept = retain_entities(story, plan)
    presence = presence_in(story, plan)
    absent = presence.find_absent_before(dilemma_id)
    hard = hard_before(story, plan, dilemma)
    absent_first = presence.find_absent_before(hard[0].id) if hard else absent
    leaving = presence.find_departing(dilemma_id)
    must_meet = find_due_entities(
        find_unmet_entities(story, plan, leaving),
        leaving.union(dilemma.anchors),
        absent,
        count_beats_after(story, preset, plan, dilemma_id),
    )
    away = {path: presence.find_absent_on(dilemma_id, path) for path in paths}
    return Section(
        name=beats_name(dilemma_id),
        model=SeedBeats,
        guide="fields/seed_beats",
        manifest=Manifest(
            sections={"paths": tuple(paths)},
            counts={"shared": preset.shared_beats, "paths.tail": preset.tail_beats},
            pins=build_cast_pins(
                kept,
                must_meet,
                plan,
                {
                    "shared": absent_first,
                    "paths.commit": absent,
                    **{f"paths.{path}.tail": each for path, each in away.items()},
                },
            ),
        ),
        check=lambda part: rules.check_cast(part, must_meet),
        settled_ids=find_planned_dilemmas(plan),
        variables={
            "must_meet": must_meet,
            "away": {
                place: tuple(entity.id for entity in kept if entity.id in each)
                for place, each in {"shared": absent_first, "": absent, **away}.items()
            },
            "dilemma": dilemma,
            "chapter": chapter,
            "earlier": tuple(moments_so_far(story, plan, chapter.number if chapter else 0)),
            "hard_before": tuple(each.question for each in hard),
            "answers_before": answers_before(story, plan, dilemma_id),
            "paths": {path: drafts[path].summary for path in paths},
            "ids": tuple(paths),
        },
        about=SectionSubject(
            focus=(dilemma.question, *(each.text for each in dilemma.answers)),
            mentions=(
                *mention_entities(kept),
                *mention_texts({path: drafts[path].summary for path in paths}),
            ),
        ),
        path=beats_name(dilemma_id),
    )


def build_frame_section(
    story: Story, preset: Preset, rules: SeedRules, plan: SeedArtifact
) -> Section[SeedFrame]:
    """Build the section for the frame (setup and epilogues), the last section with beats.

    With it, every kept entity must have appeared.
    """
    kept = retain_entities(story, plan)
    must_meet = find_unmet_entities(story, plan)
    presence, answers = presence_in(story, plan), answers_of_endings(story, plan)
    endings = endings_in(story, plan)
    away = {ending: presence.find_absent_at_end(paths) for ending, paths in endings.items()}
    closing = {f"epilogues.{ending}.beats": absent for ending, absent in away.items()}
    return Section(
        name=FRAME,
        model=SeedFrame,
        guide="fields/seed_beats",
        manifest=Manifest(
            sections={"epilogues": tuple(endings)},
            counts={"setup": preset.setup_beats, "epilogues.beats": preset.epilogue_beats},
            pins=build_cast_pins(kept, must_meet, plan, {"setup": frozenset(), **closing}),
        ),
        check=lambda part: rules.check_cast(part, must_meet),
        settled_ids=hard_in(plan),
        variables={
            "ids": tuple(endings),
            "earlier": tuple(moments_so_far(story, plan)),
            "must_meet": must_meet,
            "away": {
                ending: tuple(entity.id for entity in kept if entity.id in absent)
                for ending, absent in away.items()
                if absent
            },
        },
        about=SectionSubject(
            mentions=(
                *mention_entities(kept),
                *mention_texts({each: " ".join(texts) for each, texts in answers.items()}),
            )
        ),
    )


def find_unmet_entities(
    story: Story, plan: SeedArtifact, leaving: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the ids of the kept entities that appear in no beat yet.

    People that a dilemma is about are left out, unless they are in ``leaving``.
    """
    spared = {*count_appearances([plan]), *story.dilemma_people.difference(leaving)}
    return tuple(each.id for each in retain_entities(story, plan) if each.id not in spared)


def count_beats_after(story: Story, preset: Preset, plan: SeedArtifact, dilemma: str) -> int:
    """Return the minimum number of beats in the sections after the beats of ``dilemma``."""
    decisions, chapters = plan.dilemma_decisions, plan.chapters
    later = decisions.order[decisions.order.index(dilemma) + 1 :]
    arms = sum(len(paths_of(story.dilemma(each), decisions)) for each in later)
    own = chapter_of(plan, dilemma)
    openings = own.of - own.number + 1 if own else 1
    return (
        preset.setup_beats.least * openings
        + len(later) * preset.shared_beats.least
        + arms * (1 + preset.tail_beats.least)
        + (0 if chapters else preset.epilogue_beats.least)
    )


def build_cast_pins(
    kept: Sequence[Entity],
    must_meet: Sequence[str],
    plan: SeedArtifact,
    beats: Mapping[str, Collection[str]],
) -> dict[str, tuple[str, ...]]:
    """Return the allowed locations and participants of beats, by field path.

    ``beats`` maps the path of a beat list to entities that may have left the story there; these are
    excluded. Entities in ``must_meet`` come first, then entities with few appearances, so that a
    model that picks the first values uses all of them.
    """
    met = count_appearances([plan])
    ids = sorted(
        (entity.id for entity in kept), key=lambda each: (each not in must_meet, met[each])
    )
    return {
        f"{beat}.{field}": tuple(
            each for each in ids if is_place(each) is place and each not in absent
        )
        for beat, absent in beats.items()
        for field, place in (("location", True), ("entities", False))
    }
