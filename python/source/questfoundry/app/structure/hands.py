"""Compute the ledger of hands from the stored versions, the journal and the inputs of runs."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property, partial
from itertools import groupby
from pathlib import PureWindowsPath
from typing import Any

from attrs import define, field, frozen

from questfoundry.app.store import ProjectStore
from questfoundry.domain.artifacts.version import AGENT, EDIT, RENAME, REPLACE, ArtifactVersion
from questfoundry.domain.errors import InputError
from questfoundry.domain.library.text import split_sentences
from questfoundry.domain.models.traits import DRAFT_MODEL
from questfoundry.domain.prose.sentence_tracing import (
    Key,
    SentenceIndex,
    State,
    Write,
    align_words,
    is_edited,
    split_words,
    trace_version,
    write_all,
)
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.run.record import EntryKind, JournalEntry, RunRecord
from questfoundry.domain.story.hands import (
    AUTHOR,
    PROGRAM,
    UNKNOWN,
    Hand,
    HandKind,
    HandLedger,
    LedgerEntry,
    Sentence,
    Words,
)
from questfoundry.domain.story.player_texts import (
    DREAM,
    FILL,
    GROW,
    SEED,
    PlayerText,
    list_plan_texts,
    list_player_texts,
)

_STAGES = (DREAM, SEED, GROW, FILL)
_DISTINCTIVE = 4  # The number of words at which an equal sentence is no coincidence


@frozen(kw_only=True)
class HandLedgerUseCase:
    """A use case that finds out who wrote each sentence that players read."""

    _store: ProjectStore

    def execute(self) -> HandLedger:
        """Return the ledger of the current story; raise ``InputError`` if there is none."""
        current = {stage: self._store.artifacts.current(stage) for stage in _STAGES}
        if current[GROW] is None:
            raise InputError("There are no texts for players yet.", remedies=(RunStage(GROW),))
        sources = _Sources(self._store)
        states = {
            stage: _trace_stage(self._store, sources, version)
            for stage, version in current.items()
            if version is not None
        }
        data = {stage: version.data if version else {} for stage, version in current.items()}
        texts = (
            *list_plan_texts(data[DREAM], data[SEED]),
            *list_player_texts(data[GROW], data[FILL]),
        )
        return HandLedger(
            entries=tuple(
                LedgerEntry(text=text, sentence=sentence)
                for text in texts
                for sentence in states[text.stage][_key_of(text, data[text.stage])].sentences
            )
        )


def _trace_stage(store: ProjectStore, sources: "_Sources", current: ArtifactVersion) -> State:
    """Return the texts of ``current``, followed through all versions of its stage.

    Versions that the author has undone are read, too: their sentences may have been pasted since.
    """
    states: dict[int | None, State] = {}
    known: dict[Words, Sentence] = {}
    for version in store.artifacts.versions(current.stage):
        before, texts = states.get(version.replaces), _list_texts(version)
        is_renaming = version.origin.startswith((RENAME, REPLACE))
        if before is not None and is_renaming and len(before) == len(texts):
            before = dict(zip(texts, before.values(), strict=True))  # a rename changes ids
        write = sources.choose_writer(version, known, is_first=not before)
        states[version.version] = state = trace_version(
            before or {}, texts, write, keeps_sentences=is_renaming
        )
        for each in (sentence for text in state.values() for sentence in text.sentences):
            known.setdefault(each.words, each)
    return states[current.version]


def _list_texts(version: ArtifactVersion) -> Mapping[Key, PlayerText]:
    data = version.data
    with suppress(KeyError, TypeError):  # artifacts of earlier program versions
        found = {
            DREAM: lambda: list_plan_texts(data, {}),
            SEED: lambda: list_plan_texts({}, data),
            GROW: lambda: list_player_texts(data, {}),
            FILL: lambda: _list_prose(data),
        }[version.stage]()
        return {_key_of(each, data): each for each in found}
    return {}


def _list_prose(fill: Mapping[str, Any]) -> Iterator[PlayerText]:
    """Yield all prose and corrected labels of FILL's artifact, also for passages that are gone."""
    frame = {"title": "", "hook": "", "onward": "", "endings": {}}
    choices = [{"id": name, "label": each["was"]} for name, each in fill.get("labels", {}).items()]
    passages = [{"id": name, "title": ""} for name in fill["passages"]]
    grow = {**frame, "passages": [*passages, {"id": "", "title": "", "choices": choices}]}
    return (each for each in list_player_texts(grow, fill) if each.stage == FILL)


def _key_of(text: PlayerText, data: Any) -> Key:
    """Return the path of ``text`` with the ids of list items in place of their positions."""
    steps: list[str | int] = []
    for step in text.path:
        data = data[step]
        steps.append(data.get("id", step) if isinstance(data, Mapping) else step)
    return tuple(steps)


@frozen
class _Answer:
    """A text that a run brought in: an answer of a model, or the author's words to the run."""

    at: datetime
    hand: Hand
    sentences: Sequence[Words]


@define(eq=False)
class _Sources:
    """The runs of a project with the sentences of their answers, read once."""

    _store: ProjectStore
    _answers: dict[str, Sequence[_Answer]] = field(factory=dict)

    def choose_writer(
        self, version: ArtifactVersion, known: Mapping[Words, Sentence], *, is_first: bool
    ) -> Write:
        """Return the function that names the hand of sentences that are new in ``version``.

        ``known`` are the sentences of all versions before.
        """
        origin = version.origin
        if origin.startswith((RENAME, REPLACE)):
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
            known=known,
            answers=answers,
            rest=PROGRAM if is_complete else UNKNOWN,
        )

    def _write_edit(
        self, words: Words, *, version: ArtifactVersion, known: Mapping[Words, Sentence], hand: Hand
    ) -> Sentence:
        """Return a pasted sentence with its first hand, and any other as written by ``hand``."""
        found = self._first_answers.get(words)
        is_pasted = found and (len(words) >= _DISTINCTIVE or hand.kind is HandKind.MODEL)
        if words not in known and found and is_pasted and found.at < version.created_at:
            hand = found.hand
        return known.get(words) or write_all(words, hand)

    def _write_run(
        self,
        words: Words,
        *,
        version: ArtifactVersion,
        known: Mapping[Words, Sentence],
        answers: SentenceIndex[Hand],
        rest: Hand,
    ) -> Sentence:
        """Return a sentence with the hand of the answer that has it, exactly or in another form.

        ``rest`` is the hand of words that no answer has.
        """
        first = self._first_answers.get(words)
        is_before = first is not None and first.at <= version.created_at
        if first and is_before and first.hand.kind in (HandKind.AUTHOR, HandKind.IMPORT):
            return write_all(words, first.hand)
        for number in answers.find_equal(words):
            return write_all(words, answers.values[number])
        form = _find_form(words, answers, rest)
        if form or words in known:
            return form or known[words]
        return write_all(words, first.hand if first and is_before else rest)

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
        runs = self._store.runs.list()
        pages: set[str] = set()
        found = [each for run in runs for each in _read_inputs(run, pages)]
        found += [each for run in runs for each in self._read_answers(run.id)]
        first: dict[Words, _Answer] = {}
        for answer in sorted(found, key=lambda each: each.at):
            for words in answer.sentences:
                is_ours = answer.hand.kind in (HandKind.MODEL, HandKind.PROGRAM)
                if is_ours or len(words) >= _DISTINCTIVE:
                    first.setdefault(words, answer)
        return first

    def _read_answers(self, run: str) -> Sequence[_Answer]:
        if run not in self._answers:
            self._answers[run] = tuple(
                _Answer(
                    entry.recorded_at,
                    _name_hand(entry, f"{run}/{number}"),
                    tuple(_split_all(entry.response)),
                )
                for number, entry in enumerate(self._store.journal.entries(run), 1)
                if entry.key.kind in (EntryKind.MODEL_CALL, EntryKind.AUTHOR_LINE)
            )
        return self._answers[run]


def _name_hand(entry: JournalEntry, request: str) -> Hand:
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


def _find_form(words: Words, answers: SentenceIndex[Hand], rest: Hand) -> Sentence | None:
    """Return a sentence that is a part, or an edited form, of one or two sentences of answers."""
    hands = [rest] * len(words)
    for number in answers.find_similar(words):
        old, hand = answers.words[number], answers.values[number]
        blocks = align_words(old, words)
        is_part = any(each.size == len(words) for each in blocks)
        if is_part or is_edited(old, words, blocks, is_same_place=False):
            for each in blocks:
                hands[each.b : each.b + each.size] = [hand] * each.size
            _add_corrections(words, hands, answers, rest)
            return Sentence(words=words, hands=tuple(hands), origin=hand)
    return None


def _add_corrections(
    words: Words, hands: list[Hand], answers: SentenceIndex[Hand], rest: Hand
) -> None:
    """Name the answer that has the words by ``rest`` in a row: a review gives such corrections."""
    at = 0
    for is_rest, group in groupby([each == rest for each in hands]):
        end = at + len(tuple(group))
        for number in answers.find_similar(words[at:end]) if is_rest else ():
            if any(
                each.size == end - at for each in align_words(answers.words[number], words[at:end])
            ):
                hands[at:end] = [answers.values[number]] * (end - at)
                break
        at = end


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
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from _split_all(each)
    elif isinstance(value, str):
        inner, begin = None, value.find("{")
        with suppress(ValueError):
            inner = json.loads(value[begin : value.rfind("}") + 1]) if begin >= 0 else None
        yield from _split_all(inner)
        for line in value.splitlines():
            yield from filter(None, map(split_words, split_sentences(" ".join(line.split()))))
