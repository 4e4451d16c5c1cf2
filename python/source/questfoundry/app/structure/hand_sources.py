"""Find out who first wrote a sentence, from the answers and the inputs of runs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property, partial
from itertools import islice
from pathlib import PureWindowsPath
from typing import Any

from attrs import define, evolve, field, frozen

from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import AGENT, EDIT, JOINT_STEPS, ArtifactVersion
from questfoundry.domain.library.text import split_sentences
from questfoundry.domain.models.traits import DRAFT_MODEL
from questfoundry.domain.prose.sentence_tracing import (
    SentenceIndex,
    Write,
    align_words,
    is_edited,
    split_words,
    write_all,
)
from questfoundry.domain.run.record import EntryKind, JournalEntry, RunRecord
from questfoundry.domain.story.hands import (
    AUTHOR,
    PROGRAM,
    UNKNOWN,
    Hand,
    HandKind,
    Sentence,
    Words,
)

_DISTINCTIVE = 4  # The number of words at which an equal sentence is no coincidence
_RUN = 8  # The number of words in a row at which an equal part of a sentence is no coincidence


@frozen
class _Answer:
    """A text that a run brought in: an answer of a model, or the author's words to the run."""

    at: datetime
    hand: Hand
    sentences: Sequence[Words]


@define(eq=False)
class KnownSentences:
    """The sentences of all earlier versions of a stage, by their words."""

    by_words: dict[Words, Sentence] = field(factory=dict)
    _runs: dict[Words, Sequence[Hand]] = field(factory=dict)
    _count: int = 0

    def add(self, sentence: Sentence) -> None:
        """Add ``sentence``, unless a sentence with its words is known."""
        self.by_words.setdefault(sentence.words, sentence)

    def find_run(self, run: Words) -> Sequence[Hand] | None:
        """Return the hands of ``_RUN`` words in the first sentence with them, or ``None``.

        Only sentences that were added since the last call are indexed, so that all versions of a
        long story cost as much as its sentences.
        """
        for sentence in islice(self.by_words.values(), self._count, None):
            for each, place in _list_runs(sentence.words):
                self._runs.setdefault(each, sentence.hands[place : place + _RUN])
        self._count = len(self.by_words)
        return self._runs.get(run)


@define(eq=False)
class HandSources:
    """The runs of a project with the sentences of their answers, read once."""

    _store: ProjectStore
    _answers: dict[str, Sequence[_Answer]] = field(factory=dict)

    def choose_writer(
        self, version: ArtifactVersion, known: KnownSentences, *, is_first: bool
    ) -> Write:
        """Return the function that names the hand of sentences that are new in ``version``.

        ``known`` are the sentences of all versions before.
        """
        origin = version.origin
        if origin.startswith(JOINT_STEPS):
            return partial(write_all, hand=AUTHOR)
        if origin in (EDIT, AGENT):
            typed = AUTHOR if origin == EDIT else Hand(HandKind.MODEL, "another program")
            if is_first:  # nothing says who wrote what was there before
                typed = UNKNOWN
            return partial(self._write_edit, version=version, known=known, hand=typed)
        run = self._store.runs.get(origin)
        if run is None:
            return partial(write_all, hand=UNKNOWN)
        answers = self._index_answers(run)
        is_complete = answers.words and not self._store.journal.list_damaged_rows(run.id)
        return partial(
            self._write_run,
            version=version,
            known=known.by_words,
            answers=answers,
            rest=PROGRAM if is_complete else UNKNOWN,
        )

    def _write_edit(
        self, words: Words, *, version: ArtifactVersion, known: KnownSentences, hand: Hand
    ) -> Sentence:
        """Return a pasted sentence with its first hand, and any other as written by ``hand``."""
        if words in known.by_words:
            return known.by_words[words]
        found = self._first_answers.get(words)
        is_pasted = found and (len(words) >= _DISTINCTIVE or hand.kind is HandKind.MODEL)
        if found and is_pasted and found.at < version.created_at:
            return write_all(words, found.hand)
        return self._write_pasted_runs(write_all(words, hand), version, known)

    def _write_pasted_runs(
        self, typed: Sentence, version: ArtifactVersion, known: KnownSentences
    ) -> Sentence:
        """Return ``typed``, in which each run of words from an answer has the hand of the answer.

        The sentence begins with that hand if the runs are at least half of it.
        """
        hands = [*typed.hands]
        for run, place in _list_runs(typed.words):
            if answer := self._first_runs.get(run):
                given = [answer.hand] * _RUN if answer.at < version.created_at else ()
                if found := known.find_run(run) or given:
                    hands[place : place + _RUN] = found
        pasted = [each for each in hands if each != typed.origin]
        is_mostly_pasted = 2 * len(pasted) >= len(hands) > 0
        return evolve(
            typed, hands=tuple(hands), origin=pasted[0] if is_mostly_pasted else typed.origin
        )

    def _write_run(
        self,
        words: Words,
        *,
        version: ArtifactVersion,
        known: Mapping[Words, Sentence],
        answers: SentenceIndex[Hand],
        rest: Hand,
    ) -> Sentence:
        """Return a sentence with its first hand: of the author's inputs, a version or an answer.

        An answer may have the sentence in another form: the few words that code puts into an answer
        count as the model's. ``rest`` is the hand of sentences that no answer has.
        """
        first = self._first_answers.get(words)
        is_before = first is not None and first.at <= version.created_at
        if first and is_before and first.hand.kind in (HandKind.AUTHOR, HandKind.IMPORT):
            return write_all(words, first.hand)
        quoted = known.get(words)
        if quoted and len(words) >= _DISTINCTIVE and quoted.origin != UNKNOWN:
            return quoted
        equal = (answers.values[number] for number in answers.find_equal(words))
        hand = next(equal, None) or _find_form(words, answers)
        if hand is None and quoted:
            return quoted
        return write_all(words, hand or (first.hand if first and is_before else rest))

    def _index_answers(self, run: RunRecord) -> SentenceIndex[Hand]:
        index: SentenceIndex[Hand] = SentenceIndex()
        inputs = run.inputs.model_dump()
        for name in (run.id, inputs.get("source"), *inputs.get("reuses", ())):
            for answer in self._read_answers(name) if name else ():
                for words in answer.sentences if answer.hand != AUTHOR else ():
                    index.add(words, answer.hand)
        return index

    @cached_property
    def _first_answers(self) -> Mapping[Words, _Answer]:
        """The first text with each sentence; the author's words come before the answers to them."""
        first: dict[Words, _Answer] = {}
        for answer in self._all_answers:
            for words in answer.sentences:
                is_ours = answer.hand.kind in (HandKind.MODEL, HandKind.PROGRAM)
                if is_ours or len(words) >= _DISTINCTIVE:
                    first.setdefault(words, answer)
        return first

    @cached_property
    def _first_runs(self) -> Mapping[Words, _Answer]:
        """The first text with each run of words in one sentence."""
        first: dict[Words, _Answer] = {}
        for answer in self._all_answers:
            for words in answer.sentences:
                for run, _ in _list_runs(words):
                    first.setdefault(run, answer)
        return first

    @cached_property
    def _all_answers(self) -> Sequence[_Answer]:
        """The author's words to all runs, their files and their answers, the first one first."""
        runs = self._store.runs.list()
        pages: set[str] = set()
        found = [each for run in runs for each in _read_inputs(run, pages)]
        found += [each for run in runs for each in self._read_answers(run.id)]
        return sorted(found, key=lambda each: each.at)

    def _read_answers(self, run: str) -> Sequence[_Answer]:
        if run not in self._answers:
            self._answers[run] = tuple(
                _Answer(
                    entry.recorded_at,
                    name_hand(entry, f"{run}/{number}"),
                    tuple(_split_all(entry.response)),
                )
                for number, entry in enumerate(self._store.journal.entries(run), 1)
                if entry.key.kind in (EntryKind.MODEL_CALL, EntryKind.AUTHOR_LINE)
            )
        return self._answers[run]


def _list_runs(words: Words) -> Iterator[tuple[Words, int]]:
    """Yield each run of ``_RUN`` words, with the place of its first word."""
    for place in range(len(words) - _RUN + 1):
        yield words[place : place + _RUN], place


def name_hand(entry: JournalEntry, request: str) -> Hand:
    """Return the hand of an entry; its name contains no path of this machine."""
    if entry.key.kind is EntryKind.AUTHOR_LINE:
        return AUTHOR
    provider, _, model = entry.model.partition("/")
    if provider == "recorded":
        name = str(entry.response.get("model") or provider)
    else:
        is_path = model.startswith(("/", "~", ".")) or "\\" in model
        name = f"{provider}/{PureWindowsPath(model).name}" if is_path else entry.model
    is_draft = name == DRAFT_MODEL
    return Hand(HandKind.PROGRAM if is_draft else HandKind.MODEL, name, request)


def _find_form(words: Words, answers: SentenceIndex[Hand]) -> Hand | None:
    """Return the hand of the answer that has ``words`` in a longer sentence or in another form."""
    for number in answers.find_similar(words):
        old = answers.words[number]
        blocks = align_words(old, words)
        is_part = any(each.size == len(words) for each in blocks)
        if is_part or is_edited(old, words, blocks, is_same_place=False):
            return answers.values[number]
    return None


_OWN_WORDS = frozenset(("idea", "remark", "wish", "message"))
"""The fields of inputs that an author types."""


def _read_inputs(run: RunRecord, pages: set[str]) -> Iterator[_Answer]:
    """Yield the author's own words to the run, and its files of material that are not in ``pages``.

    The texts of these files are added to ``pages``.
    """
    inputs = run.inputs.model_dump()
    for part in (inputs, inputs.get("redo") or {}, inputs.get("written") or {}):
        typed = [part[name] for name in _OWN_WORDS if part.get(name)]
        yield _Answer(run.started_at, AUTHOR, tuple(_split_all(typed)))
        for page in (part.get("material") or {}).get("pages", ()):
            if page["text"] in pages:
                continue
            pages.add(page["text"])
            hand = Hand(HandKind.IMPORT, page["name"])
            yield _Answer(run.started_at, hand, tuple(_split_all(page["text"])))


def _split_all(value: Any) -> Iterator[Words]:
    """Yield the words of each sentence in the texts of a JSON value, and of JSON in these texts."""
    for text in iterate_values(value):
        for line in text.splitlines() if isinstance(text, str) else ():
            yield from filter(None, map(split_words, split_sentences(" ".join(line.split()))))


def iterate_values(value: Any) -> Iterator[Any]:
    """Yield a JSON value, all values in it, and those of JSON objects in its texts."""
    yield value
    if isinstance(value, Mapping):
        value = list(value.values())
    elif isinstance(value, str) and "{" in value:
        inner = value[value.find("{") : value.rfind("}") + 1]
        value = ()
        with suppress(ValueError):
            value = (json.loads(inner),)
    for each in value if isinstance(value, list | tuple) else ():
        yield from iterate_values(each)
