"""Detection of labels that reveal the outcome of their choice.

An outcome is a consequence of the choice's path, or a beat of the path after the decision. A label
reveals an outcome if both share four words in a row, one of them significant, or two significant
words. A word is significant if it has four letters or more and the player has not met it before the
choice. Known words are those of the dilemma, the passage, the beat that commits to the answer, the
beats of all players, and the entities' descriptions. Words with the same beginning count as forms
of one word, so "books" is known after "book". Synonyms are not detected.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import Self

from attrs import frozen

from questfoundry.domain.story.beat import Beat, BeatRole
from questfoundry.domain.story.dilemma import Path
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.story import Story

RUN_LENGTH = 4
"""The number of words in a row that a label and an outcome share in a spoiler."""

LEAST_LETTERS = 4
"""The minimum number of letters of a significant word."""

Words = tuple[str, ...]

_WORD = re.compile("[^\\W_]+(?:['\u2019][^\\W_]+)*")


def split_terms(text: str) -> Words:
    """Return the words of ``text`` in lower case without punctuation, in any script."""
    return tuple(_WORD.findall(text.casefold()))


@frozen
class _KnownWords:
    words: frozenset[str]
    runs: frozenset[Words]

    @classmethod
    def from_texts(cls, texts: Iterable[str]) -> Self:
        known = list(map(split_terms, texts))
        return cls(frozenset(chain(*known)), frozenset(chain(*map(_list_runs, known))))


class LabelSpoilers:
    """A check of labels against the outcomes of the choices in ``story``."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self._beats_by_path: dict[str | None, list[Beat]] = defaultdict(list)
        for beat in story.beats:
            self._beats_by_path[beat.path].append(beat)
        about = (f"{entity.name} {entity.concept}" for entity in story.entities)
        summaries = (beat.summary for beat in self._beats_by_path[None] if not beat.ending)
        self._known_to_all = _KnownWords.from_texts((*summaries, *about))

    def find_spoiler(self, choice: Choice, label: str) -> str:
        """Return the outcome that ``label`` reveals, or an empty string."""
        if not choice.takes:
            return ""
        path = self.story.path(choice.takes)
        label_words = split_terms(label)
        here = _KnownWords.from_texts(self._list_known_texts(choice, path))
        heard = here.words | self._known_to_all.words
        telling = {
            word
            for word in label_words
            if len(word) >= LEAST_LETTERS and not _is_known_form(word, heard)
        }
        new = _list_runs(label_words) - here.runs - self._known_to_all.runs
        runs = {run for run in new if telling.intersection(run)}
        for outcome in self._list_outcomes(path):
            words = split_terms(outcome)
            if runs & _list_runs(words) or len(telling.intersection(words)) > 1:
                return outcome
        return ""

    def _list_known_texts(self, choice: Choice, path: Path) -> Iterator[str]:
        dilemma = self.story.dilemma(path.dilemma)
        yield dilemma.question
        yield from (answer.text for answer in dilemma.answers)
        source = self.story.existing_structure.passage(choice.source)
        yield from (beat.summary for beat in self.story.beats_in(source))
        yield from self._list_summaries(path, BeatRole.COMMIT)

    def _list_outcomes(self, path: Path) -> Iterator[str]:
        yield from (consequence.text for consequence in path.consequences)
        yield from self._list_summaries(path, BeatRole.TAIL)

    def _list_summaries(self, path: Path, role: BeatRole) -> Iterator[str]:
        return (beat.summary for beat in self._beats_by_path[path.id] if beat.role is role)


def _is_known_form(word: str, known: Collection[str]) -> bool:
    return any(
        each == word
        or (len(each) >= LEAST_LETTERS and (word.startswith(each) or each.startswith(word)))
        for each in known
    )


def _list_runs(words: Words) -> set[Words]:
    return {words[at : at + RUN_LENGTH] for at in range(len(words) - RUN_LENGTH + 1)}
