"""Clues: what the player can come to know, towards the questions that a story raises."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve, field, frozen

CLUE = "clue"
"""The kind of a clue's id."""


@frozen(kw_only=True)
class Clue:
    """Something that players can come to know; ``text`` says it in a sentence.

    ``id`` is the state flag of those who know it. It belongs to a central ``question`` of the
    story, which it ``answers``, or to which it is a step. Each of the beats in ``learnt`` teaches
    it, those in ``needs`` rely on it, by their ids; the endings in ``unanswered`` may leave the
    question open.
    """

    id: str
    question: str
    text: str
    teaching_beats: tuple[str, ...]
    relying_beats: tuple[str, ...] = field(default=())
    answers: bool = True
    open_endings: tuple[str, ...] = field(default=())


def add_topic_clues(clues: Iterable[Clue], topics: Mapping[str, str]) -> tuple[Clue, ...]:
    """The clues, taught by more beats: ``topics`` says by beat which clue a hub's topic teaches."""
    return tuple(
        evolve(
            clue,
            teaching_beats=(
                *clue.teaching_beats,
                *(beat for beat in topics if topics[beat] == clue.id),
            ),
        )
        for clue in clues
    )
