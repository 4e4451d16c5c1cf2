"""Chapters: the stretches of a long story, after each of which all players meet again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.ids import make_id, slug_of
from questfoundry.domain.story.passage import Passage


def chapter_id(number: int) -> str:
    """The id of the chapter of that number, from 1."""
    return make_id("chapter", str(number))


_PAUSE = make_id("ending", "after-chapter")


def pause_id(chapter: str) -> str:
    """The ending of a story of which no chapter is planned beyond that one."""
    return f"{_PAUSE}-{slug_of(chapter)}"


def is_pause(ending: str) -> bool:
    """Whether a story that ends there is to go on."""
    return ending.startswith(_PAUSE)


@frozen(kw_only=True)
class Chapter:
    """A stretch of a story with an aim.

    ``dilemmas`` are the ids of those that come up in it. ``setup`` are the ids of the beats that it
    opens with, which everybody reads; there are none while the chapter is not planned yet.
    ``summary`` is what has happened in it to everybody by its end.
    """

    id: str
    title: str
    aim: str
    dilemmas: tuple[str, ...]
    setup: tuple[str, ...] = ()
    summary: str = ""


@frozen(kw_only=True)
class ChapterCount:
    """How many chapters of a story are ``planned``, and how many it is to have."""

    planned: int
    of: int

    @property
    def is_unfinished(self) -> bool:
        """Whether there are more to come."""
        return self.planned < self.of

    def has_unplanned_chapters(self, chapter: int | None) -> bool:
        """Whether chapters up to that one are not planned yet, or of all where it is ``None``."""
        return self.planned < min(chapter or self.of, self.of)


def map_chapter_titles(
    chapters: Iterable[Chapter], passages: Sequence[Passage]
) -> Mapping[str, str]:
    """The titles of chapters, by the ids of the passages that they begin with.

    That is the passage with the first beat that the chapter opens with, in all its variants.
    """
    titles: dict[str, str] = {}
    for chapter in chapters:
        told = (beat for passage in passages for beat in passage.beats if beat in chapter.setup)
        opening = next(told, None)
        titles |= {passage.id: chapter.title for passage in passages if opening in passage.beats}
    return titles
