"""Define beats, the moments of a story, and chapters, the parts of a long story.

All playthroughs meet again at the end of a chapter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from attrs import field, frozen
from pydantic import AfterValidator, Field, SerializerFunctionWrapHandler, model_serializer
from pydantic.json_schema import SkipJsonSchema

from questfoundry.domain.field_types import Artifact, Sentence, reject_duplicates
from questfoundry.domain.former_names import former_names
from questfoundry.domain.ids import make_id, slug_of

if TYPE_CHECKING:
    from questfoundry.domain.story.passage import Passage


HOUR = 60
"""The length of an hour in minutes."""


class BeatRole(StrEnum):
    """The role of a beat (a story moment) in the plan.

    ``SETUP``: a beat of the opening of a story or chapter.
    ``SHARED``: a beat before the fork of a dilemma, common to the
      paths of the dilemma.
    ``COMMIT``: the first beat of a path, in which the player commits to an answer.
    ``TAIL``: a later beat of a path.
    ``EPILOGUE``: a beat of an ending.
    """

    SETUP = "setup"
    SHARED = "shared"
    COMMIT = "commit"
    TAIL = "tail"
    EPILOGUE = "epilogue"

    @property
    def usual_weight(self) -> int:
        """The weight of a beat with this role if the plan states none: 3 at turning points."""
        return 3 if self in (BeatRole.COMMIT, BeatRole.EPILOGUE) else 2


Cast = Annotated[tuple[str, ...], Field(max_length=8), AfterValidator(reject_duplicates)]


Points = Annotated[tuple[Annotated[int, Field(ge=1)], ...], Field(max_length=12)]


class BeatDraft(Artifact):
    """One moment of the story as a plan describes it: events, place and participants.

    ``points``: the numbers (from 1) of the plot points in the author's outline that the beat tells.
      The field is requested only if there is an outline, and stored only if it is not empty.
    ``weight``: the dramatic weight from 1 (a short link) to 4 (a climax), by which the words of the
      story are shared out; ``None`` gives the beat the usual weight of its role.
    ``actor``: the id of the character who acts first here, for what they want. The field is
      requested only if the story has characters who want something.
    """

    summary: Sentence
    location: str
    entities: Cast = ()
    points: SkipJsonSchema[Points] = ()
    weight: SkipJsonSchema[Annotated[int, Field(ge=1, le=4)] | None] = None
    actor: SkipJsonSchema[str | None] = None

    @model_serializer(mode="wrap")
    def _drop_empty_fields(self, written: SerializerFunctionWrapHandler) -> dict[str, Any]:
        found: dict[str, Any] = written(self)
        return {name: value for name, value in found.items() if value or name == "entities"}

    def build_beat(self, name: str, role: BeatRole, **place: str) -> Beat:
        """Build the beat with the id ``name``; ``place`` has its dilemma, path or ending."""
        return Beat(
            id=name,
            role=role,
            summary=self.summary,
            location=self.location,
            entities=self.entities,
            points=self.points,
            weight=self.weight or role.usual_weight,
            actor=self.actor or "",
            dilemma=place.get("dilemma"),
            path=place.get("path"),
            ending=place.get("ending"),
        )


@frozen(kw_only=True)
class Beat:
    """One moment of the story.

    ``dilemma``, ``path``, ``ending``: the ids of the dilemma, path or ending to which the beat
      belongs. A setup beat has none of these ids. A shared beat has only a dilemma, and an epilogue
      beat only an ending.
    ``entities``: the ids of the participants, without the location.
    ``time``: the time of the beat in minutes since midnight of day 1.
    ``when``: the same time in the story's words. From GROW on, beats that every playthrough
      contains have both ``time`` and ``when``, and beats of a single path have neither.
    ``memory``: whether the beat tells an earlier event.
    ``points``: the numbers, from 1, of the plot points in the author's outline that the beat tells,
      as the planning model declared.
    ``weight``: the dramatic weight, from 1 (a short link) to 4 (a climax).
    ``actor``: the id of the character who acts first here, for what they want, or "".
    """

    id: str
    role: BeatRole
    summary: str
    location: str
    entities: tuple[str, ...] = ()
    dilemma: str | None = None
    path: str | None = None
    ending: str | None = None
    time: int | None = None
    when: str = ""
    memory: bool = False
    points: tuple[int, ...] = ()
    weight: int = field()
    actor: str = ""

    @weight.default
    def _usual_weight(self) -> int:
        return self.role.usual_weight


def chapter_id(number: int) -> str:
    """Return the id of chapter ``number``, counted from 1."""
    return make_id("chapter", str(number))


_PAUSE = make_id("ending", "after-chapter")


def pause_id(chapter: str) -> str:
    """Return the id of the temporary ending that replaces the chapters after ``chapter``."""
    return f"{_PAUSE}-{slug_of(chapter)}"


def is_pause(ending: str) -> bool:
    """Return whether ``ending`` (an id) is temporary, until the next chapter is planned."""
    return ending.startswith(_PAUSE)


@frozen(kw_only=True)
class Chapter:
    """A part of a story with an aim of its own.

    ``dilemmas``: the ids of the chapter's dilemmas.
    ``setup``: the ids of the chapter's opening beats, which every player reads; empty until the
      chapter is planned.
    ``summary``: the events that every player has seen by the end of the chapter.
    """

    id: str
    title: str
    aim: str
    dilemmas: tuple[str, ...]
    setup: tuple[str, ...] = ()
    summary: str = ""


@former_names(lacks="has_unplanned_chapters", unfinished="is_unfinished")
@frozen(kw_only=True)
class ChapterCount:
    """The number of planned chapters (``planned``) and of all chapters (``of``) of a story."""

    planned: int
    of: int

    @property
    def is_unfinished(self) -> bool:
        """Return whether some chapters are not planned yet."""
        return self.planned < self.of

    def has_unplanned_chapters(self, chapter: int | None) -> bool:
        """Return whether one of the chapters 1 to ``chapter`` is not planned yet.

        ``None`` means all chapters.
        """
        return self.planned < min(chapter or self.of, self.of)


def map_chapter_titles(
    chapters: Iterable[Chapter], passages: Sequence[Passage]
) -> Mapping[str, str]:
    """Map the ids of the passages that open chapters to the titles of these chapters."""
    titles: dict[str, str] = {}
    for chapter in chapters:
        openings = (beat for passage in passages for beat in passage.beats if beat in chapter.setup)
        opening = next(openings, None)
        titles |= {passage.id: chapter.title for passage in passages if opening in passage.beats}
    return titles
