"""Whether a label tells how its choice turns out.

An outcome is a consequence of the path, or a beat of its tail. A label gives one away where it
repeats four words of it in a row, one of four letters or more among them that the player has not
met before choosing, or two such words. Met are those in the question and its answers, in the
passage and in the moment of the choice itself, in a moment that every player meets, or in what is
said of somebody or something. What has been met may stand there in another form: books, for a
book. Other word forms are not compared, so a hint in other words passes.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import Self

from attrs import frozen

from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.path import Path
from questfoundry.domain.story.story import Story

IN_A_ROW = 4
"""So many words of an outcome in a row are no accident."""

TELLING = 4
"""Fewest letters of a word that says something by itself."""

Words = tuple[str, ...]

_WORD = re.compile("[^\\W_]+(?:['\u2019][^\\W_]+)*")


def terms_in(text: str) -> Words:
    """The words of a text in any script, without case and punctuation."""
    return tuple(_WORD.findall(text.casefold()))


@frozen
class _Heard:
    """Words that players have met, and so many of them in a row."""

    words: frozenset[str]
    runs: frozenset[Words]

    @classmethod
    def from_texts(cls, texts: Iterable[str]) -> Self:
        """What the texts hold."""
        known = list(map(terms_in, texts))
        return cls(frozenset(chain(*known)), frozenset(chain(*map(_runs, known))))


class LabelSpoilers:
    """What the choices of a story with a structure lead to."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self._on_path: dict[str | None, list[Beat]] = defaultdict(list)
        for beat in story.beats:
            self._on_path[beat.path].append(beat)
        about = (f"{entity.name} {entity.concept}" for entity in story.entities)
        told = (beat.summary for beat in self._on_path[None] if not beat.ending)
        self._to_all = _Heard.from_texts((*told, *about))

    def find_spoiler(self, choice: Choice, label: str) -> str:
        """The outcome that the label tells; empty where it tells none."""
        if not choice.takes:
            return ""
        path = self.story.path(choice.takes)
        said = terms_in(label)
        here = _Heard.from_texts(self._known(choice, path))
        heard = here.words | self._to_all.words
        telling = {word for word in said if len(word) >= TELLING and not _is_form(word, heard)}
        new = _runs(said) - here.runs - self._to_all.runs
        runs = {run for run in new if telling.intersection(run)}
        for outcome in self._outcomes(path):
            words = terms_in(outcome)
            if runs & _runs(words) or len(telling.intersection(words)) > 1:
                return outcome
        return ""

    def _known(self, choice: Choice, path: Path) -> Iterator[str]:
        dilemma = self.story.dilemma(path.dilemma)
        yield dilemma.question
        yield from (answer.text for answer in dilemma.answers)
        source = self.story.existing_structure.passage(choice.source)
        yield from (beat.summary for beat in self.story.beats_in(source))
        yield from self._told(path, BeatRole.COMMIT)

    def _outcomes(self, path: Path) -> Iterator[str]:
        yield from (consequence.text for consequence in path.consequences)
        yield from self._told(path, BeatRole.TAIL)

    def _told(self, path: Path, role: BeatRole) -> Iterator[str]:
        return (beat.summary for beat in self._on_path[path.id] if beat.role is role)


def _is_form(word: str, heard: Collection[str]) -> bool:
    """Whether the word was heard, or differs from one that was by its end alone."""
    return any(
        each == word or (len(each) >= TELLING and (word.startswith(each) or each.startswith(word)))
        for each in heard
    )


def _runs(words: Words) -> set[Words]:
    return {words[at : at + IN_A_ROW] for at in range(len(words) - IN_A_ROW + 1)}
