"""Applying the plan of SEED to the story: decisions, paths, flags and beats."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, zip_longest

from attrs import evolve

from questfoundry.app.stages.seed.partial_plan import PartialPlan
from questfoundry.domain.artifacts.seed import QuestionEntry, SeedArtifact, StatDraft
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import SEPARATOR, slug_of
from questfoundry.domain.remedy import RunStage, Undo
from questfoundry.domain.story.beat import Beat, BeatDraft, BeatRole, Chapter, chapter_id
from questfoundry.domain.story.dilemma import (
    Consequence,
    Course,
    DelayedEffectPlan,
    Dilemma,
    Path,
    Residue,
)
from questfoundry.domain.story.entity import CLUE, Clue
from questfoundry.domain.story.stat import Stat, make_stat_id
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.endings import SIDES, side_id, variant_id


def apply_seed(plan: PartialPlan) -> Story:
    """Return the story with its plan; raise ``InputError`` if entities or dilemmas have changed."""
    story, seed = plan.story, plan.seed
    _require_same_material(story, seed)
    beats = tuple(_build_beats(plan))
    return evolve(
        story,
        size=seed.size,
        entities=tuple(
            evolve(
                entity,
                is_kept=seed.entities[entity.id].decision == "keep",
                is_unplanned=seed.entities[entity.id].unplanned,
            )
            for entity in story.entities
        ),
        dilemmas=tuple(
            _decide_dilemma(plan, identifier, place)
            for place, identifier in enumerate(plan.decisions.order, start=1)
        ),
        paths=tuple(
            _build_path(plan, dilemma, path)
            for dilemma in plan.decisions.order
            for path in plan.paths_of(dilemma)
            if path in seed.paths
        ),
        beats=(*beats, *_build_variant_epilogues(seed, beats), *_build_closings(seed, beats)),
        chapters=tuple(_build_chapters(seed)),
        clues=tuple(chain(*map(clues_of, seed.questions))),
        stats=tuple(map(_build_stat, seed.stats)),
        planned_third=seed.third or "",
    )


def _build_stat(draft: StatDraft) -> Stat:
    return Stat(
        id=make_stat_id(draft.name),
        name=draft.name,
        question=draft.question,
        high=draft.high,
        low=draft.low,
        high_opens=draft.high_opens or "",
        low_opens=draft.low_opens or "",
        about=draft.about or "",
    )


def _require_same_material(story: Story, seed: SeedArtifact) -> None:
    known = {*(each.id for each in story.entities), *(each.id for each in story.dilemmas)}
    decided = {*seed.entities, *seed.dilemma_decisions.dilemmas}
    if known != decided:
        raise InputError(
            "The plan of SEED was made from another BRAINSTORM. Only one of the two has "
            f"{', '.join(sorted(known ^ decided))}.",
            remedies=(RunStage("seed"), Undo("brainstorm")),
        )


def _decide_dilemma(plan: PartialPlan, dilemma: str, place: int) -> Dilemma:
    course = Course(
        explored_answers=tuple(answer.id for answer in plan.paths_of(dilemma).values()),
        weight=plan.decisions.dilemmas[dilemma].weight,
        order=place,
        parent_path=plan.parent_paths.get(dilemma, ""),
    )
    return evolve(plan.story.dilemma(dilemma), course=course)


def _build_path(plan: PartialPlan, dilemma: str, identifier: str) -> Path:
    name = slug_of(identifier)
    draft, effect = plan.seed.paths[identifier], plan.seed.residue.get(identifier)
    return Path(
        id=identifier,
        dilemma=dilemma,
        answer=plan.answers[identifier].id,
        summary=draft.summary,
        consequences=tuple(
            Consequence(
                id=f"consequence::{name}-{number}",
                text=each.text,
                flag=f"flag::{name}-{number}",
                effect=each.effect,
                entity=each.entity or "",
            )
            for number, each in enumerate(draft.consequences, start=1)
        ),
        moves=_build_moves(plan.seed, identifier),
        delayed_effect=DelayedEffectPlan(
            beat=effect.beat,
            residue=effect.how,
            text=effect.seen,
            other_beats=effect.also,
            other_texts=effect.also_seen,
        )
        if effect
        else None,
    )


PATH_MOVE = 2
"""The number of steps by which the answer to a dilemma raises or lowers a stat."""


def _build_moves(seed: SeedArtifact, path: str) -> Mapping[str, int]:
    sign = {"high": 1, "low": -1}.get(seed.leans.get(path, ""), 0)
    return {make_stat_id(seed.stats[0].name): sign * PATH_MOVE} if sign and seed.stats else {}


def _build_beats(plan: PartialPlan) -> Iterator[Beat]:
    seed = plan.seed
    yield from _number_beats(BeatRole.SETUP, seed.setup, "setup")
    for chapter, opening in seed.openings.items():
        yield from _number_beats(BeatRole.SETUP, opening.setup, _name_setup(chapter))
    for dilemma in (each for each in plan.decisions.order if each in seed.beats):
        name, beats = slug_of(dilemma), seed.beats[dilemma]
        yield from _number_beats(BeatRole.SHARED, beats.shared, f"{name}-shared", dilemma=dilemma)
        for path in plan.paths_of(dilemma):
            arm, of_path = beats.paths[path], {"dilemma": dilemma, "path": path}
            commit = _number_beats(
                BeatRole.COMMIT, (arm.commit,), f"{slug_of(path)}-commit", **of_path
            )
            yield from commit
            yield from _number_beats(BeatRole.TAIL, arm.tail, f"{slug_of(path)}-tail", **of_path)
    ends = plan.endings if seed.epilogues else ()
    for ending in (each for each in ends if each in seed.epilogues):
        drafts, name = seed.epilogues[ending].beats, f"{slug_of(ending)}-epilogue"
        yield from _number_beats(BeatRole.EPILOGUE, drafts, name, ending=ending)


def _build_variant_epilogues(seed: SeedArtifact, beats: Sequence[Beat]) -> Iterator[Beat]:
    by_id = {beat.id: beat for beat in beats}
    for path, draft in seed.residue.items():
        own = draft.closes or ""
        also = zip_longest(draft.also, draft.also_closes[: len(draft.also)], fillvalue="")
        for each, closes in ((draft.beat, own), *((each, text or own) for each, text in also)):
            beat = by_id.get(each)
            if beat and closes and draft.how is Residue.HEAVY and beat.ending:
                ending = variant_id(beat.ending, path)
                name = f"beat::{slug_of(ending)}"
                yield evolve(beat, id=name, summary=closes, ending=ending, points=())


def _build_closings(seed: SeedArtifact, beats: Sequence[Beat]) -> Iterator[Beat]:
    """Yield the last moment of each ending for each end of the first stat."""
    last = {beat.ending: beat for beat in beats if beat.ending}
    for ending, closing in seed.closings.items() if seed.stats else ():
        for side, text in zip(SIDES, (closing.high, closing.low), strict=True):
            if beat := last.get(ending):
                own = side_id(ending, side)
                yield evolve(beat, id=f"beat::{slug_of(own)}", summary=text, ending=own, points=())


def clues_of(question: QuestionEntry) -> Iterator[Clue]:
    """Yield the clues of ``question`` in order; the last clue answers the question."""
    for number, draft in enumerate(question.clues, start=1):
        yield Clue(
            id=f"{CLUE}{SEPARATOR}{slug_of(question.id)}-{number}",
            question=question.question,
            text=draft.text,
            teaching_beats=draft.learnt,
            relying_beats=draft.needs,
            answers=number == len(question.clues),
            open_endings=question.unanswered,
        )


def _build_chapters(seed: SeedArtifact) -> Iterator[Chapter]:
    for number, draft in enumerate(seed.chapters, start=1):
        name = chapter_id(number)
        opening = seed.openings.get(name)
        yield Chapter(
            id=name,
            title=draft.title,
            aim=draft.aim,
            dilemmas=(*draft.soft, *draft.hard),
            setup=tuple(
                each.id
                for each in _number_beats(
                    BeatRole.SETUP, opening.setup if opening else (), _name_setup(name)
                )
            ),
            summary=opening.summary if opening else "",
        )


def _name_setup(chapter: str) -> str:
    return f"chapter-{slug_of(chapter)}-setup"


def _number_beats(
    role: BeatRole, drafts: Sequence[BeatDraft], name: str, **place: str
) -> Iterator[Beat]:
    for number, draft in enumerate(drafts, start=1):
        yield draft.build_beat(f"beat::{name}-{number}", role, **place)
