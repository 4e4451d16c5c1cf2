"""Define beats: the moments of a story, before weaving groups them into passages."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

HOUR = 60
"""The length of an hour in minutes."""


class BeatRole(StrEnum):
    """The role of a beat in the plan.

    A beat belongs to the opening, to a dilemma before its fork, to a path, or to an ending.
    """

    SETUP = "setup"
    SHARED = "shared"
    COMMIT = "commit"
    TAIL = "tail"
    EPILOGUE = "epilogue"


@frozen(kw_only=True)
class Beat:
    """One moment of the story.

    ``dilemma``, ``path``, ``ending``: the ids of what the beat belongs to. A setup beat belongs to
    none of them. A shared beat belongs to both paths of its dilemma. A commit or tail beat belongs
    to one path, and an epilogue beat to one ending.
    ``entities``: the ids of the participants, without the location.
    ``time``: the time of the beat in minutes since midnight of day 1.
    ``when``: the same time in the story's words. From GROW on, each beat that every playthrough
    contains has both. A beat of an arm, which is on one path only, has neither.
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
