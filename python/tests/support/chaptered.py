"""A story of two short chapters, each woven as it would be, small enough to walk every way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve

from questfoundry.domain.story.chapter import Chapter, chapter_id
from questfoundry.domain.story.dilemma import Weight
from questfoundry.domain.story.effect import Effect
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.path import Consequence
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.weave import weave
from tests.support.shapes import Shape, rounds, shaped

CAST = {
    "character::0": EntityKind.CHARACTER,
    "object::cup": EntityKind.OBJECT,
    "location::0": EntityKind.LOCATION,
    "location::1": EntityKind.LOCATION,
}


def chaptered(first: Sequence[Shape], last: Sequence[Shape], *, hard: bool = False) -> Story:
    """The story, woven: each chapter opens with a beat, and ``hard`` says of the first one's last
    dilemma that it splits the chapter.

    The first chapter's dilemmas rejoin at the latest where the last one begins.
    """
    story = shaped(*first, *last, setup=2, stage=rounds(2, 1))
    names = [each.id for each in story.dilemmas]
    own = (tuple(names[: len(first)]), tuple(names[len(first) :]))
    chapters = tuple(
        Chapter(
            id=chapter_id(number),
            title=f"Chapter {number}",
            aim="It goes on.",
            dilemmas=dilemmas,
            setup=(f"beat::setup-{number}",),
        )
        for number, dilemmas in enumerate(own, start=1)
    )
    dilemmas = tuple(
        evolve(each, course=evolve(each.course, weight=Weight.HARD))
        if hard and each.course and each.id == own[0][-1]
        else each
        for each in story.dilemmas
    )
    entities = tuple(
        Entity(id=each, kind=kind, name=each, concept="?") for each, kind in CAST.items()
    )
    paths = tuple(
        evolve(path, delayed_effect=None) if path.dilemma in own[0] else path
        for path in story.paths
    )
    opening, *others = story.beats
    story = evolve(
        story,
        chapters=chapters,
        dilemmas=dilemmas,
        entities=entities,
        paths=paths,
        beats=(evolve(opening, entities=(*opening.entities, "object::cup")), *others),
    )
    woven = weave(story)
    return evolve(story, beats=woven.beats, structure=woven.structure)


def with_effects(story: Story, effects: Mapping[str, Sequence[tuple[Effect, str]]]) -> Story:
    """The story in which these paths, by id, have those effects."""
    return evolve(
        story,
        paths=tuple(
            evolve(
                path,
                consequences=tuple(
                    Consequence(id=f"c{n}", text="So.", flag=f"f{n}", effect=effect, entity=entity)
                    for n, (effect, entity) in enumerate(effects.get(path.id, []))
                ),
            )
            for path in story.paths
        ),
    )
