"""A planned story with a number of dilemmas, with only a commit for each path."""

from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Answer, Course, Dilemma, Path, Weight
from questfoundry.domain.story.entity import Entity, EntityKind
from questfoundry.domain.story.story import Story

PLACE = Entity(id="location::pier", kind=EntityKind.LOCATION, name="Pier", concept="Wet wood.")


def _dilemma(name: str) -> Dilemma:
    answers = [Answer(id=f"{name}-{each}", text="Yes.", benefit="Peace.") for each in "xy"]
    return Dilemma(
        id=f"dilemma::{name}",
        question="Which way?",
        why_it_matters="There is no way back.",
        default=answers[0],
        alternative=answers[1],
        anchors=(),
        course=Course(explored_answers=(f"{name}-x", f"{name}-y"), weight=Weight.SOFT, order=1),
    )


def _commit(name: str, arm: str, *cast: str) -> Beat:
    return Beat(
        id=f"beat::{name}-{arm}",
        role=BeatRole.COMMIT,
        summary="It is settled.",
        location=PLACE.id,
        entities=cast,
        dilemma=f"dilemma::{name}",
        path=f"path::{name}-{arm}",
    )


def story_about(names: tuple[str, ...]) -> Story:
    arms = [(name, arm) for name in names for arm in "xy"]
    return Story(
        entities=(
            PLACE,
            *(
                Entity(id=f"character::{name}", kind=EntityKind.CHARACTER, name=name, concept="?")
                for name in names
            ),
        ),
        dilemmas=tuple(_dilemma(name) for name in names),
        paths=tuple(
            Path(
                id=f"path::{name}-{arm}",
                dilemma=f"dilemma::{name}",
                answer=f"{name}-{arm}",
                summary="It goes on.",
                consequences=(),
            )
            for name, arm in arms
        ),
        beats=tuple(
            _commit(name, arm, *((f"character::{name}",) if arm == "x" else ()))
            for name, arm in arms
        ),
    )
