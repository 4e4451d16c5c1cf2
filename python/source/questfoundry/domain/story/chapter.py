"""Chapters: the stretches of a long story, after each of which all players meet again."""

from __future__ import annotations

from attrs import frozen

from questfoundry.domain.ids import make_id


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
