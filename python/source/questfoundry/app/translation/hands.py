"""Find out who translated each line, from answers of models and from stored changes of people."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial

from attrs import frozen

from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.hand_sources import iterate_values, name_hand
from questfoundry.app.structure.hands import HandLedgerUseCase
from questfoundry.app.translation.changes import list_changes
from questfoundry.app.translation.translate_story import TASK
from questfoundry.app.translation.workbook import Translations, Workbook
from questfoundry.domain.prose.sentence_tracing import TracedText, trace_version, write_all
from questfoundry.domain.run.inputs import TranslationInputs
from questfoundry.domain.run.record import EntryKind
from questfoundry.domain.story.hands import (
    AUTHOR,
    UNKNOWN,
    Hand,
    HandKind,
    HandLedger,
    LedgerEntry,
    Sentence,
    Words,
)
from questfoundry.domain.story.player_texts import PlayerText, TextKind
from questfoundry.domain.story.prose import clean_text, find_conditional_names
from questfoundry.domain.translation.lines import StoryLine, join_condition


@frozen(kw_only=True)
class TranslationHandsUseCase:
    """A use case that finds out who translated each line to a language."""

    _translations: Translations

    def execute(self, language: str) -> HandLedger:
        """Return the ledger of the translation to ``language``.

        Raise ``InputError`` if there is no such translation. A line has records if a stored answer
        or change contains it. Other words in such a line were typed into its file, so they are the
        author's. The writer of a line without records, as in a copy without its database, is
        unknown.
        """
        workbook, store = self._translations.open(language), self._translations.store
        texts = _TracedLines(workbook)
        for _, hand, answer in sorted(_list_steps(store, language), key=lambda each: each[0]):
            texts.follow(answer, hand)
        now = {name: each.text for name, each in workbook.translations.items()}
        recorded = {name: text for name, text in now.items() if name in texts.state}
        texts.follow(recorded, AUTHOR)
        texts.follow({name: now[name] for name in now.keys() - recorded.keys()}, UNKNOWN)
        return HandLedger(
            language=language,
            original=HandLedgerUseCase(store=store).execute().totals,
            entries=tuple(
                LedgerEntry(text=texts.describe(line, now[line.id]), sentence=sentence)
                for line in workbook.book.lines
                if line.id in now
                for sentence in texts.state[line.id].sentences
            ),
        )


def _list_steps(
    store: ProjectStore, language: str
) -> Iterator[tuple[datetime, Hand, Mapping[str, str]]]:
    """Yield the answers of models and the changes of people, as texts by line id."""
    for run in store.runs.list(task=TASK):
        is_ours = isinstance(run.inputs, TranslationInputs) and run.inputs.language == language
        for number, entry in enumerate(store.journal.entries(run.id) if is_ours else (), 1):
            if entry.key.kind is EntryKind.MODEL_CALL:
                found = dict(_find_lines(entry.response))
                yield entry.recorded_at, name_hand(entry, f"{run.id}/{number}"), found
    for change in list_changes(store, language):
        hand = Hand(HandKind.IMPORT, change.file) if change.file else AUTHOR
        yield change.at, hand, {name: each.text for name, each in change.after.items() if each}


def _find_lines(response: object) -> Iterator[tuple[str, str]]:
    for value in iterate_values(response):
        lines = value.get("lines") if isinstance(value, Mapping) else None
        for name, each in lines.items() if isinstance(lines, Mapping) else ():
            if isinstance(each, Mapping) and isinstance(each.get("text"), str):
                yield str(name), clean_text(each["text"]).strip()


class _TracedLines:
    """The translated lines of a workbook, followed through their earlier texts."""

    def __init__(self, workbook: Workbook) -> None:
        self.state: dict[object, TracedText] = {}
        self._lines = {each.id: each for each in workbook.book.lines}
        structure = workbook.edition.structure
        self._titles = {each.id: each.title for each in structure.passages}
        self._known: dict[Words, Sentence] = {}

    def follow(self, texts: Mapping[str, str], hand: Hand) -> None:
        """Replace the texts of lines by ``texts``, whose new sentences are by ``hand``."""
        new: dict[object, PlayerText] = {
            name: self.describe(self._lines[name], text)
            for name, text in texts.items()
            if name in self._lines
        }
        before = {name: each for name, each in self.state.items() if name in new}
        self.state |= trace_version(before, new, partial(self._write, hand=hand))
        for each in (each for name in new for each in self.state[name].sentences):
            self._known.setdefault(each.words, each)

    def _write(self, words: Words, *, hand: Hand) -> Sentence:
        return self._known.get(words) or write_all(words, hand)

    def describe(self, line: StoryLine, text: str) -> PlayerText:
        """Return the translation ``text`` of ``line`` with its place in the story."""
        if line.kind is TextKind.PROSE and not find_conditional_names(text):
            text = join_condition(line.condition, text)
        return PlayerText(
            stage="translation",
            path=(line.id,),
            kind=line.kind,
            passage=self._titles.get(line.passage, ""),
            text=text,
        )
