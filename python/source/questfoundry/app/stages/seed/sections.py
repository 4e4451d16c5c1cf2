"""The sections of SEED in the order of requests; each section uses the plan so far."""

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from attrs import frozen

from questfoundry.app.stages.section import (
    Result,
    Section,
    mention_entities,
    mention_questions,
    mention_texts,
)
from questfoundry.app.stages.seed.actors import add_actors
from questfoundry.app.stages.seed.cast import find_due_entities, is_place
from questfoundry.app.stages.seed.partial_plan import (
    DILEMMAS,
    ENTITIES,
    FRAME,
    PartialPlan,
    beats_name,
)
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.seed import SeedBeats, SeedDilemmas, SeedEntities, SeedFrame
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.request_subjects import SectionSubject
from questfoundry.domain.story.dilemma import Dilemma, Weight
from questfoundry.domain.story.entity import EntityKind, OutlineName
from questfoundry.domain.story.shape import shape_of
from questfoundry.domain.story.size import Preset, Range, Size
from questfoundry.domain.story.story import Story
from questfoundry.domain.text.names.stated_names import has_name


@frozen(kw_only=True, slots=False, eq=False)
class PlanInProgress(PartialPlan):
    """A partial plan, with the request of the author that the next sections follow.

    ``preset`` has the ranges of counts, such as the number of entities to keep. No clue can be
    added to ``written_beats``. ``reads`` says whether the model comprehends texts.
    """

    inputs: StageInputs
    rules: SeedRules
    preset: Preset
    written_beats: frozenset[str] = frozenset()
    reads: bool = True

    @cached_property
    def names(self) -> tuple[OutlineName, ...]:
        """The names that the author has stated, which must stay in the story."""
        return self.inputs.list_stated_names(self.story.names)

    def render_rules(self, section: str, ids: Sequence[str] = ()) -> str:
        """Return the rules in words for ``section``, a request about the paths ``ids``."""
        variables = {"preset": self.preset, "ids": ids}
        variables["divided"] = wants_stats(self)
        return self.rules.prompts.render("templates/seed/felt_rules", variables)[section]


def wants_stats(plan: PlanInProgress) -> bool:
    """Return whether the author wants stats; without minor choices, nothing could move them."""
    return plan.inputs.stats and plan.inputs.acts


def find_third_dilemma(plan: PlanInProgress) -> Dilemma | None:
    """Return the last dilemma, to which players of a longer story can find a third answer.

    Return ``None`` if no dilemma splits the end, or in a story of the smallest size.
    """
    hard = [*filter(plan.is_hard, plan.decisions.order)]
    return plan.story.dilemma(hard[-1]) if hard and plan.seed.size is not Size.MICRO else None


def build_entities_section(plan: PlanInProgress) -> Section[SeedEntities]:
    """Build the section that decides for every entity whether to keep or to cut it.

    If all entities must stay, the result is preset, and no model is asked.
    """
    story, rules = plan.story, plan.rules
    ids = tuple(entity.id for entity in story.entities)
    keep = plan_kept_range(story, plan.preset, plan.names)
    must_stay = find_fixed_entities(story, plan.preset, plan.names)
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


def find_fixed_entities(
    story: Story, preset: Preset, names: Sequence[OutlineName]
) -> tuple[str, ...]:
    """Return the ids of the required entities, or of all if the size needs all of them."""
    ids = tuple(entity.id for entity in story.entities)
    keep = plan_kept_range(story, preset, names)
    return ids if keep.least == len(ids) else find_required_entities(story, names)


def plan_kept_range(story: Story, preset: Preset, names: Sequence[OutlineName] = ()) -> Range:
    """Return the range of how many entities to keep.

    Its upper end is the number of all entities if more must stay than the size allows.
    """
    wanted, count = preset.entities, len(story.entities)
    most = count if len(find_required_entities(story, names)) > wanted.most else wanted.most
    return Range(min(wanted.least, count), min(most, count))


def plan_branching_range(story: Story, preset: Preset) -> Range:
    """Return the range of how many dilemmas explore both answers, in a story without chapters.

    The minimum is two, or less if the size allows only two endings or the story has one dilemma. In
    a story of the shape "sorting hat", all dilemmas explore both answers.
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


def build_dilemmas_section(plan: PlanInProgress) -> Section[SeedDilemmas]:
    """Build the section that decides how the dilemmas branch, and their order.

    If all dilemmas must be hard, these decisions are fixed in advance.
    """
    story, rules = plan.story, plan.rules
    ids = tuple(dilemma.id for dilemma in story.dilemmas)
    both, hard = plan_branching_range(story, plan.preset), plan_hard_range(story, plan.preset)
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


def build_beats_section(plan: PlanInProgress, dilemma_id: str) -> Section[SeedBeats]:
    """Build the section for a dilemma's beats, before the choice and on each path."""
    dilemma, chapter = plan.story.dilemma(dilemma_id), plan.chapter_of(dilemma_id)
    paths = {path: plan.seed.paths[path].summary for path in plan.paths_of(dilemma_id)}
    absent = plan.presence.find_absent_before(dilemma_id)
    hard = plan.hard_before(dilemma_id)
    absent_first = plan.presence.find_absent_before(hard[0].id) if hard else absent
    leaving = plan.presence.find_departing(dilemma_id)
    must_meet = find_due_entities(
        plan.find_unmet_entities(leaving),
        leaving.union(dilemma.anchors),
        absent,
        count_beats_after(plan, dilemma_id),
    )
    away = {path: plan.presence.find_absent_on(dilemma_id, path) for path in paths}
    tails = {f"paths.{path}.tail": each for path, each in away.items()}
    section = Section(
        name=beats_name(dilemma_id),
        model=SeedBeats,
        is_creative=True,
        guide="fields/seed_beats",
        manifest=Manifest(
            sections={"paths": tuple(paths)},
            counts={"shared": plan.preset.shared_beats, "paths.tail": plan.preset.tail_beats},
            pins=build_cast_pins(
                plan, must_meet, {"shared": absent_first, "paths.commit": absent, **tails}
            ),
        ),
        check=lambda part: plan.rules.check_cast(part, must_meet),
        settled_ids=plan.planned_dilemmas,
        variables={
            "must_meet": must_meet,
            "away": {
                place: plan.list_kept(each)
                for place, each in {"shared": absent_first, "": absent, **away}.items()
            },
            "dilemma": dilemma,
            "is_hard": plan.is_hard(dilemma_id),
            "chapter": chapter,
            "earlier": tuple(plan.list_moments(chapter.number if chapter else 0)),
            "hard_before": tuple(each.question for each in hard),
            "answers_before": plan.answers_before(dilemma_id),
            "paths": paths,
            "ids": tuple(paths),
        },
        about=SectionSubject(
            focus=(dilemma.question, *(each.text for each in dilemma.answers)),
            mentions=(*mention_entities(plan.entities), *mention_texts(paths)),
        ),
        path=beats_name(dilemma_id),
    )
    return add_actors(section, plan, plan.rules, reads=plan.reads)


def build_frame_section(plan: PlanInProgress) -> Section[SeedFrame]:
    """Build the section for the frame (setup and epilogues), the last section with beats.

    With it, every kept entity must have appeared.
    """
    must_meet = plan.find_unmet_entities()
    return build_closing_section(
        plan, FRAME, SeedFrame, plan.endings, must_meet, setup={"setup": plan.preset.setup_beats}
    )


def build_closing_section(
    plan: PlanInProgress,
    name: str,
    model: type[Result],
    endings: Mapping[str, Sequence[str]],
    must_meet: Sequence[str] = (),
    setup: Mapping[str, Range] = MappingProxyType({}),
) -> Section[Result]:
    """Build the section for the epilogues of ``endings`` (path ids by ending id).

    If the section also asks for setup beats, ``setup`` has their number.
    """
    number = len(plan.seed.chapters)
    absent = {ending: plan.presence.find_absent_at_end(paths) for ending, paths in endings.items()}
    closing = {f"epilogues.{ending}.beats": each for ending, each in absent.items()}
    answers = {ending: plan.ending_answers[ending] for ending in endings}
    section = Section(
        name=name,
        model=model,
        is_creative=True,
        guide="fields/seed_beats",
        manifest=Manifest(
            sections={"epilogues": tuple(endings)},
            counts={**setup, "epilogues.beats": plan.preset.epilogue_beats},
            pins=build_cast_pins(plan, must_meet, {**dict.fromkeys(setup, ()), **closing}),
        ),
        check=lambda part: plan.rules.check_cast(part, must_meet),
        settled_ids=plan.planned_hard_dilemmas,
        variables={
            "ids": tuple(endings),
            "chapter": plan.chapter_of(plan.list_dilemmas(number)[0]),
            "earlier": tuple(plan.list_moments(number)),
            "must_meet": must_meet,
            "has_closings": wants_stats(plan),
            "has_third": wants_stats(plan) and find_third_dilemma(plan) is not None,
            "away": {ending: plan.list_kept(each) for ending, each in absent.items() if each},
        },
        about=SectionSubject(mentions=(*mention_entities(plan.entities), *mention_texts(answers))),
    )
    return add_actors(section, plan, plan.rules, reads=plan.reads)


def count_beats_after(plan: PlanInProgress, dilemma: str) -> int:
    """Return the minimum number of beats in the sections after the beats of ``dilemma``."""
    preset, order = plan.preset, plan.decisions.order
    later = order[order.index(dilemma) + 1 :]
    own = plan.chapter_of(dilemma)
    openings = own.of - own.number + 1 if own else 1
    return (
        preset.setup_beats.least * openings
        + len(later) * preset.shared_beats.least
        + sum(len(plan.paths_of(each)) for each in later) * (1 + preset.tail_beats.least)
        + (0 if plan.seed.chapters else preset.epilogue_beats.least)
    )


def build_cast_pins(
    plan: PartialPlan, must_meet: Sequence[str], beats: Mapping[str, Collection[str]]
) -> dict[str, tuple[str, ...]]:
    """Return the allowed locations and participants of beats, by field path.

    ``beats`` maps the path of a beat list to entities that may have left the story there; these are
    excluded. Entities in ``must_meet`` come first, then entities with few appearances, so that a
    model that picks the first values uses all of them.
    """
    met = plan.appearances
    ids = sorted(
        (entity.id for entity in plan.entities), key=lambda each: (each not in must_meet, met[each])
    )
    return {
        f"{beat}.{field}": tuple(
            each for each in ids if is_place(each) is place and each not in absent
        )
        for beat, absent in beats.items()
        for field, place in (("location", True), ("entities", False))
    }
