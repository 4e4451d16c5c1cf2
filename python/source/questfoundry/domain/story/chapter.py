"""Chapters: the stretches of a long story, after each of which all players meet again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from questfoundry.domain.ids import make_id
from questfoundry.domain.story.passage import Passage


def chapter_id(number: int) -> str:
    """The id of the chapter of that number, from 1."""
    return make_id("chapter", str(number))


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


def titles_where_begun(
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
