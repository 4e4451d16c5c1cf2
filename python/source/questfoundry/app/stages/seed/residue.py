"""The section of SEED for delayed effects: where and how each rejoining path shows later."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from attrs import frozen

from questfoundry.app.stages.section import Section, mention_texts
from questfoundry.app.stages.seed.apply import apply_seed
from questfoundry.app.stages.seed.partial_plan import chapter_section_name
from questfoundry.app.stages.seed.rules import SeedRules
from questfoundry.app.stages.seed.sections import PlanInProgress, wants_stats
from questfoundry.app.stages.seed.stats import list_settled_dilemmas
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.seed import ResidueDraft, SeedEffects, SeedResidue
from questfoundry.domain.fault import Fault
from questfoundry.domain.run.request_subjects import IdMention, SectionSubject
from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.builder import find_effect_places
from questfoundry.domain.weaving.endings import endings_of
from questfoundry.domain.weaving.plan import Plan, read_plan

RESIDUE = "residue"

_CHAPTER_ROLES = (BeatRole.SHARED, BeatRole.COMMIT)


@frozen(kw_only=True)
class RejoiningPaths:
    """The paths that rejoin after their dilemma, with the beats where their effects can show.

    ``plan``: the story with all planned beats.
    ``places``: for each path, the beats that can show its effect, the most suitable first.
    ``paths_to_beat``: for each beat, the paths that lead to it.
    """

    plan: Story
    places: Mapping[str, tuple[Beat, ...]]
    paths_to_beat: Mapping[str, frozenset[str]]


def find_rejoining_paths(planned: Story, numbers: Sequence[int]) -> RejoiningPaths:
    """Return the rejoining paths of the chapters ``numbers``; 0 means a story without chapters."""
    most = planned.counts.preset.endings.most
    places: dict[str, tuple[Beat, ...]] = {}
    led = {beat.id: frozenset({beat.path}) for beat in planned.beats if beat.path}
    for number in numbers:
        plan = read_plan(planned, max(0, number - 1))
        led |= _find_paths_to_epilogues(plan)
        before = read_plan(planned, number - 2).splitting_storylines if number > 1 else ()
        for storyline in (*before, *plan.rejoining_storylines):
            beats = tuple(find_effect_places(plan, storyline))
            if number:  # a long story has too many beats to list them all
                closing = {each[0] for each in plan.epilogues.values()}
                beats = tuple(
                    each for each in beats if each in closing or each.role in _CHAPTER_ROLES
                )
            for arm in storyline.arms:
                first = not places and len(plan.epilogues) < most
                ordered = sorted(beats, key=lambda each: each.ending is None) if first else beats
                places[arm.path.id] = tuple(ordered)
    return RejoiningPaths(plan=planned, places=places, paths_to_beat=led)


def _find_paths_to_epilogues(plan: Plan) -> Mapping[str, frozenset[str]]:
    storylines = [each for each in plan.storylines if each.is_splitting]
    paths = [[arm.path.id for arm in each.arms] for each in storylines]
    routes = endings_of(paths, [each.course.parent_path for each in storylines])
    return {
        beat.id: frozenset(routes.get(ending, ()))
        for ending, beats in plan.epilogues.items()
        for beat in beats
    }


def build_residue_section(plan: PlanInProgress, *numbers: int) -> Section[SeedResidue] | None:
    """Build the section that decides where, how and in which words each rejoining path shows.

    ``numbers`` are those of the chapters; 0 means a story without chapters. Return ``None`` if no
    path rejoins.
    """
    found = find_rejoining_paths(apply_seed(plan), numbers)
    if not found.places:
        return None
    ids = tuple(found.places)
    story = found.plan
    beats = dict.fromkeys(beat for places in found.places.values() for beat in places)
    return Section(
        name=RESIDUE if len(numbers) > 1 else chapter_section_name(RESIDUE, *numbers),
        model=SeedEffects if wants_stats(plan) else SeedResidue,
        is_creative=True,
        manifest=Manifest(
            sections={"residue": ids},
            pins={
                f"residue.{path}.beat": tuple(beat.id for beat in places)
                for path, places in found.places.items()
            },
        ),
        check=lambda part: (
            tuple(_find_unknown_beats(part, found, plan.rules))
            or _find_faults(part, found, _limit_endings(plan), plan.rules)
        ),
        settled_ids=list_settled_dilemmas(plan, plan.planned_hard_dilemmas),
        variables={
            "ids": ids,
            "rules": plan.render_rules(RESIDUE, ids),
            "paths": {
                path: {
                    "answer": story.answer_of(path).text,
                    "changes": [each.text for each in story.path(path).consequences],
                    "beats": [beat.id for beat in places],
                }
                for path, places in found.places.items()
            },
            "moments": {
                beat.id: {"place": story.entity_name(beat.location), "summary": beat.summary}
                for beat in beats
            },
        },
        about=SectionSubject(
            mentions=(
                *mention_texts({path: story.answer_of(path).text for path in ids}),
                *(
                    IdMention(id=beat.id, name=story.entity_name(beat.location), text=beat.summary)
                    for beat in beats
                ),
            )
        ),
    )


def _limit_endings(plan: PlanInProgress) -> Range:
    """Return the range of how many endings delayed effects may leave, with their variants.

    In a story with stats, a stat divides each ending, so no delayed effect has to.
    """
    endings = plan.preset.endings
    return Range(0, endings.most) if plan.inputs.stats else endings


def _find_faults(
    section: SeedResidue, found: RejoiningPaths, endings: Range, rules: SeedRules
) -> Sequence[Fault]:
    story = found.plan
    # ``right`` holds corrected values, changed by three rules in turn: a second heavy effect in a
    # scene becomes light; heavy effects that create surplus endings become light; for each missing
    # ending, one path becomes heavy at an ending. The differences from the answer are the faults.
    right = {path: section.residue[path] for path in found.places}
    broken: dict[str, str] = {}
    dilemma_by_scene: dict[str, str] = {}
    for path, draft in section.residue.items():
        if draft.how is Residue.HEAVY:
            dilemma = story.path(path).dilemma
            if any(
                dilemma_by_scene.setdefault(each, dilemma) != dilemma
                for each in _find_scene_ids(story, draft)
            ):
                right[path], broken[path] = _make_light(draft), "heavy_twice"
    closing: dict[str, str] = {}
    for beat in story.beats:
        if beat.ending:
            closing.setdefault(beat.ending, beat.id)
    varied = [ending for ending in closing if ending in dilemma_by_scene]
    spare = varied[max(0, endings.most - len(closing)) :]
    for path, draft in right.items():
        if draft.how is Residue.HEAVY and not _find_scene_ids(story, draft).isdisjoint(spare):
            right[path], broken[path] = _make_light(draft), "too_many_endings"
    lacking = endings.least - len(closing) - len(varied)
    for ending in [each for each in closing if each not in dilemma_by_scene][: max(0, lacking)]:
        first = closing[ending]
        free = (each for each in right if story.beat(right[each].beat).ending not in varied)
        for path in [each for each in free if story.beat(first) in found.places[each]][:1]:
            heavy = {"beat": first, "how": Residue.HEAVY, "also": ()}
            right[path] = right[path].model_copy(update=heavy)
            broken[path] = "too_few_endings"
            varied.append(ending)
    return _find_repeated_effects(section, found, rules) or [
        rules.make_fault(
            rule, f"residue.{path}.{field}", provided=given, only_value=settled, endings=endings
        )
        for path, rule in broken.items()
        for field in ("beat", "how")
        if (given := str(getattr(section.residue[path], field)))
        != (settled := str(getattr(right[path], field)))
    ]


def _find_unknown_beats(
    section: SeedResidue, found: RejoiningPaths, rules: SeedRules
) -> Iterator[Fault]:
    """Yield a fault for each id in ``also`` that is no beat of its path.

    The schema does not list the beats again, because it would grow by a third in long stories.
    """
    for path, draft in section.residue.items():
        ids = [each.id for each in found.places[path]]
        for number, beat in enumerate(draft.also):
            if beat not in ids:
                at, places = f"residue.{path}.also.{number}", ", ".join(ids)
                yield rules.make_fault("felt_unknown", at, provided=beat, places=places)


def _find_repeated_effects(
    section: SeedResidue, found: RejoiningPaths, rules: SeedRules
) -> Sequence[Fault]:
    """Return a fault for each path whose effect could show at two beats of one playthrough.

    Two beats are safe if they lie on different answers of the same dilemma.
    """
    faults: list[Fault] = []
    for path, draft in section.residue.items():
        shown = (draft.beat, *draft.also)
        clashing = [pair for pair in combinations(shown, 2) if not _are_apart(found, *pair)]
        if clashing:
            places = (each.id for each in found.places[path])
            apart = [each for each in places if _are_apart(found, draft.beat, each)]
            fault = rules.make_fault(
                "felt_twice" if apart else "felt_once",
                f"residue.{path}.also",
                provided=list(draft.also),
                clash=" and ".join(clashing[0]),
                beat=draft.beat,
                apart=", ".join(apart),
            )
            faults.append(fault)
    return faults


def _are_apart(found: RejoiningPaths, one: str, other: str) -> bool:
    """Return whether no player meets both beats, because they follow different answers."""
    first, second = (found.paths_to_beat.get(each, frozenset()) for each in (one, other))
    answers = {found.plan.path(path).dilemma: path for path in first}
    return any(answers.get(found.plan.path(path).dilemma, path) != path for path in second)


def _find_scene_ids(story: Story, draft: ResidueDraft) -> frozenset[str]:
    beats = map(story.beat, (draft.beat, *draft.also))
    return frozenset(beat.ending or beat.id for beat in beats)


def _make_light(draft: ResidueDraft) -> ResidueDraft:
    return draft.model_copy(update={"how": Residue.LIGHT})
