"""A woven story of two short chapters, small enough to walk every path."""

from collections.abc import Mapping, Sequence

from attrs import evolve

from questfoundry.domain.story.beat import Chapter, chapter_id
from questfoundry.domain.story.dilemma import Consequence, Weight
from questfoundry.domain.story.entity import Effect, Entity, EntityKind
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
    """Return a woven story whose chapters each open with a beat.

    The dilemmas of the first chapter rejoin at the latest where its last one begins; with ``hard``,
    that last dilemma splits the chapter.
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
