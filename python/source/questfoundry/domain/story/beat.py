"""Beats: the moments of a story, before they are passages."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen

HOUR = 60
"""Minutes."""


class BeatRole(StrEnum):
    """Where a beat stands: around the dilemmas, or on the Y of one."""

    SETUP = "setup"
    SHARED = "shared"
    COMMIT = "commit"
    TAIL = "tail"
    EPILOGUE = "epilogue"


@frozen(kw_only=True)
class Beat:
    """One story moment.

    A shared beat belongs to both paths of its ``dilemma``; a commit or tail beat to one
    ``path``; an epilogue beat to one ``ending``, by its id; a setup beat to none. ``entities``
    are those who take part, the location not counted.

    From GROW on a beat that every arc has gets a ``time``, in minutes since the first midnight,
    and ``when`` says it in the story's words; in a ``memory`` something is told that lies
    before. A beat of an arm has no time of its own: it lies between those around it. ``points`` are
    those of the author's outline that it tells, as its planner said, by their numbers from 1.
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
