"""Define beats: the moments of a story, before weaving groups them into passages."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

HOUR = 60
"""The length of an hour in minutes."""


class BeatRole(StrEnum):
    """The role of a beat in the plan: opening, before a fork, on a path, or in an ending."""

    SETUP = "setup"
    SHARED = "shared"
    COMMIT = "commit"
    TAIL = "tail"
    EPILOGUE = "epilogue"


@frozen(kw_only=True)
class Beat:
    """One moment of the story.

    ``dilemma``, ``path``, ``ending``: what the beat belongs to, by id. A setup beat belongs to none
    of them. A shared beat belongs to both paths of its dilemma, a commit or tail beat to one path,
    and an epilogue beat to one ending.
    ``entities``: the participants, without the location.
    ``time``, ``when``: minutes since midnight of day 1, and that time in the story's words. From
    GROW on, the beats of every playthrough have both. A beat of an arm has no time of its own.
    ``memory``: whether the beat tells an earlier event.
    ``points``: the numbers, from 1, of the outline points that the planning model assigned to it.
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
