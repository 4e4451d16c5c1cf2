"""Beats: the moments of a story, before they are passages."""

from __future__ import annotations

from enum import StrEnum

from attrs import frozen


class BeatRole(StrEnum):
    """Where a beat stands: around the dilemmas, on the Y of one, or between them.

    Weaving adds the last two: what a path leaves behind, and a step from one beat to the next.
    """

    SETUP = "setup"
    SHARED = "shared"
    COMMIT = "commit"
    TAIL = "tail"
    EPILOGUE = "epilogue"
    RESIDUE = "residue"
    TRANSITION = "transition"


@frozen(kw_only=True)
class Beat:
    """One story moment.

    A shared beat belongs to both paths of its ``dilemma``; a commit, tail or residue beat to
    one ``path``; setup, epilogue and transition to none. ``entities`` are those who take
    part, the location not counted. ``summary`` is empty where weaving made the beat.
    """

    id: str
    role: BeatRole
    summary: str
    location: str
    entities: tuple[str, ...] = ()
    dilemma: str | None = None
    path: str | None = None
