"""Beats: the moments of a story, before weaving groups them into passages."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

HOUR = 60
"""The length of an hour in minutes."""


class BeatRole(StrEnum):
    """The role of a beat in the plan: outside dilemmas, before a fork, or on a path."""

    SETUP = "setup"
    SHARED = "shared"
    COMMIT = "commit"
    TAIL = "tail"
    EPILOGUE = "epilogue"


@frozen(kw_only=True)
class Beat:
    """One moment of the story.

    A shared beat belongs to both paths of its ``dilemma``, a commit or tail beat to one ``path``,
    an epilogue beat to one ``ending``; these fields hold ids. A setup beat belongs to none of them.
    ``entities`` are the participants, without the location.

    From GROW on, a beat of every playthrough has a ``time``, in minutes since midnight of day 1,
    and ``when``, which names that time in the story's words. A ``memory`` tells an earlier event. A
    beat of an arm has no time of its own. ``points`` are the numbers, from 1, of the outline points
    that the planning model assigned to the beat.
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
