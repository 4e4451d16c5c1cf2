"""What the sections of SEED that are made already have decided, as the next ones ask for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from attrs import frozen

from questfoundry.app.stages.stage import Made
from questfoundry.domain.artifacts.seed import (
    BeatDraft,
    SeedBeats,
    SeedDilemmas,
    SeedEntities,
    SeedPaths,
)
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.dilemma import Answer, Dilemma, Weight
from questfoundry.domain.story.entity import Entity
from questfoundry.domain.story.presence import Presence
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.endings import endings_of

ENTITIES = "entities"
DILEMMAS = "dilemmas"
PATHS = "paths"


def beats_name(dilemma_id: str) -> str:
    """The section with a dilemma's beats, named by where it stands in the artifact."""
    return f"beats.{dilemma_id}"


def explored(story: Story, decisions: SeedDilemmas) -> Mapping[str, Answer]:
    """The answers that get a path, by path id, dilemma by dilemma in their order."""
    return {
        path: answer
        for dilemma in decisions.order
        for path, answer in paths_of(story.dilemma(dilemma), decisions).items()
    }


def paths_of(dilemma: Dilemma, decisions: SeedDilemmas) -> Mapping[str, Answer]:
    """The explored answers of one dilemma by path id, the default's first."""
    both = decisions.dilemmas[dilemma.id].explore == "both"
    answers = dilemma.answers if both else (dilemma.default,)
    return {f"path::{slug_of(answer.id)}": answer for answer in answers}


def settled_order(story: Story, made: Made) -> Mapping[Dilemma, tuple[str, ...]]:
    """The dilemmas with their paths as they are settled: in order, those that split it last."""
    decisions = cast(SeedDilemmas, made[DILEMMAS])
    order = sorted(decisions.order, key=lambda each: decisions.dilemmas[each].weight is Weight.HARD)
    found = [story.dilemma(each) for each in order]
    return {dilemma: tuple(paths_of(dilemma, decisions)) for dilemma in found}


def hard_before(story: Story, made: Made, dilemma: Dilemma) -> tuple[str, ...]:
    """Of a hard dilemma, the questions of those that split the story before it."""
    decisions = cast(SeedDilemmas, made[DILEMMAS])
    hard = [each for each in decisions.order if decisions.dilemmas[each].weight is Weight.HARD]
    before = hard[: hard.index(dilemma.id)] if dilemma.id in hard else []
    return tuple(story.dilemma(each).question for each in before)


def presence_in(story: Story, made: Made) -> Presence:
    """Who may be out of the story where, by the paths that are made."""
    drafts = cast(SeedPaths, made[PATHS]).paths
    return Presence.of(
        {
            dilemma.id: {
                path: [(each.effect, each.entity or "") for each in drafts[path].consequences]
                for path in paths
            }
            for dilemma, paths in settled_order(story, made).items()
        }
    )


def endings_in(story: Story, decisions: SeedDilemmas) -> Mapping[str, tuple[str, ...]]:
    """The paths that lead to each ending, by its id."""
    hard = (each for each in decisions.order if decisions.dilemmas[each].weight is Weight.HARD)
    return endings_of([tuple(paths_of(story.dilemma(each), decisions)) for each in hard])


def kept_entities(story: Story, made: Made) -> tuple[Entity, ...]:
    """The entities that the first section keeps."""
    decisions = cast(SeedEntities, made[ENTITIES]).entities
    return tuple(each for each in story.entities if decisions[each.id].decision == "keep")


@frozen(kw_only=True)
class PlannedMoments:
    """What happens around a dilemma: before its choice, and after each of its answers, in words."""

    question: str
    shared: tuple[str, ...]
    answers: Mapping[str, tuple[str, ...]]


def moments_so_far(story: Story, made: Made) -> Iterator[PlannedMoments]:
    """The moments of the dilemmas whose beats are made, in their order."""
    decisions = cast(SeedDilemmas, made[DILEMMAS])
    for dilemma in (story.dilemma(each) for each in decisions.order):
        if beats_name(dilemma.id) not in made:
            continue
        beats = cast(SeedBeats, made[beats_name(dilemma.id)])
        yield PlannedMoments(
            question=dilemma.question,
            shared=_summaries(beats.shared),
            answers={
                answer.text: _summaries((beats.paths[path].commit, *beats.paths[path].tail))
                for path, answer in paths_of(dilemma, decisions).items()
            },
        )


def _summaries(beats: Sequence[BeatDraft]) -> tuple[str, ...]:
    return tuple(beat.summary for beat in beats)
