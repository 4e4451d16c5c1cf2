"""The map of a story: what a picture of it shows, in words and without a format."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Code:
    """A path in short: the number of its dilemma and the letter of its answer, ``2a``."""

    question: int
    letter: str

    def __str__(self) -> str:
        return f"{self.question}{self.letter}"


@frozen(kw_only=True)
class Question:
    """A dilemma in the legend; ``answers`` says what the letters stand for."""

    number: int
    text: str
    answers: Mapping[str, str]


@frozen(kw_only=True)
class Moment:
    """A beat in few words; ``code`` is the path that it belongs to, if any."""

    text: str
    note: str
    code: Code | None


@frozen(kw_only=True)
class Box:
    """A passage on the map.

    ``code`` is the path that it tells, ``None`` where all paths meet; ``residue`` says that
    it is there only because of a path taken earlier. ``ending`` is the name of the ending that
    the story has there.
    """

    id: str
    title: str
    notes: tuple[str, ...]
    moments: tuple[Moment, ...] = ()
    code: Code | None = None
    ending: str = ""
    residue: bool = False
    on_trail: bool = False


@frozen(kw_only=True)
class Line:
    """A choice on the map; ``code`` is the path that it commits to.

    ``conditions`` are short: ``if 1a``.
    """

    source: str
    target: str
    label: str
    code: Code | None = None
    conditions: tuple[str, ...] = ()
    on_trail: bool = False


@frozen(kw_only=True)
class StoryMap:
    """A picture to be drawn: its title and legend, boxes and lines in the order of the story."""

    title: str
    questions: tuple[Question, ...]
    boxes: tuple[Box, ...]
    lines: tuple[Line, ...]
