"""Define beats: the planned moments of a story, which the stage GROW groups into passages."""

from enum import StrEnum

from attrs import frozen

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
