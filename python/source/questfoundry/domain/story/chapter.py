"""Define chapters: the parts of a long story, at whose ends all playthroughs meet again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.domain.former_names import former_names
from questfoundry.domain.ids import make_id, slug_of

if TYPE_CHECKING:
    from questfoundry.domain.story.passage import Passage


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
