"""Tell the author's own words from a model's, in a project whose author writes.

Models plan such a story, so titles, labels and other texts of the plan serve as working texts until
the author replaces them. The ledger of hands says whose a text is.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from attrs import evolve, fields, frozen, has

from questfoundry.app.store import ProjectStore
from questfoundry.app.structure.hands import HandLedgerUseCase
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.ids import SEPARATOR, kind_of, slug_of
from questfoundry.domain.remedy import ShowBrief, SimpleAction
from questfoundry.domain.run.modes import ProseMode
from questfoundry.domain.run.spec import DRAFT
from questfoundry.domain.story.hands import Hand, HandKind, HandLedger, LedgerEntry
from questfoundry.domain.story.player_texts import (
    DREAM,
    FILL,
    GROW,
    SEED,
    PlayerText,
    TextKind,
    list_plan_texts,
    list_player_texts,
)
from questfoundry.domain.story.prose import ProseParagraph, count_words
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.stat import read_level

NOT_YOURS = "not-yet-yours"
"""The rule of findings about texts that the author has yet to write."""


@frozen
class WorkingText:
    """A text for players that is not the author's; ``text.text`` is empty if it is missing.

    ``passage``: the id of its passage, or empty.
    """

    text: PlayerText
    passage: str = ""

    @property
    def is_prose(self) -> bool:
        """Return whether the text is the prose of a passage."""
        return self.text.kind is TextKind.PROSE

    @property
    def finding(self) -> Finding:
        """The text as a finding of the checks."""
        name = f"text of “{self.text.passage}”" if self.is_prose else self.text.kind.value
        shown = "" if self.is_prose else f" “{self.text.text}”"
        return Finding(
            rule=NOT_YOURS,
            severity=Severity.WARNING,
            place=self.passage or self.text.stage,
            problem=f"Not yet written by you: {name}{shown}.",
            fix="Write your own words on the desk or in the file.",
        )


@frozen(kw_only=True)
class WritingProgress:
    """The progress of the author: passages, their words, and what is missing.

    ``next_passage``: the first passage without the author's text, or empty.
    ``texts``: the number of other texts, such as titles and labels, that are not the author's yet.
    """

    written: int
    passages: int
    words: int
    next_passage: str
    texts: int

    @property
    def is_finished(self) -> bool:
        """Return whether every word that players read is the author's."""
        return not (self.next_passage or self.texts)


@frozen(kw_only=True)
class OwnWords:
    """The author's own words in the project of ``store``.

    In the mode ``POLISH``, words of drafts that the author accepted count as the author's, too.
    """

    store: ProjectStore
    mode: ProseMode = ProseMode.MINE

    def list_missing(self) -> tuple[WorkingText, ...]:
        """Return the texts that are not the author's: the passages in order, then other texts.

        Equal texts of one kind, such as the label of a topic in several passages, count once.
        """
        entries = HandLedgerUseCase(store=self.store).execute().entries
        of_model = (each.text for each in entries if any(map(self._is_of_model, _hands_of(each))))
        working = dict.fromkeys(of_model)
        grow, fill = self._read(GROW), self._read(FILL)
        by_passage = {each.path[1]: each for each in working if each.kind is TextKind.PROSE}
        prose = [
            WorkingText(by_passage.get(each["id"]) or _note_gap(each), each["id"])
            for each in grow["passages"]
            if each["id"] in by_passage or each["id"] not in fill.get("passages", {})
        ]
        others: dict[tuple[TextKind, str], WorkingText] = {}
        for each in working:
            if each.kind is not TextKind.PROSE:
                found = WorkingText(each, _find_passage(each, grow))
                others.setdefault((each.kind, each.text), found)
        return (*prose, *others.values())

    def find_copies(self, text: PlayerText) -> Iterator[PlayerText]:
        """Yield all texts of the story with the kind and the words of ``text``, itself included.

        For example, the label of a topic occurs in several passages.
        """
        dream, seed, grow, fill = map(self._read, (DREAM, SEED, GROW, FILL))
        found = (*list_plan_texts(dream, seed), *list_player_texts(grow, fill))
        return (each for each in found if (each.kind, each.text) == (text.kind, text.text))

    def measure_progress(self) -> WritingProgress:
        """Return how far the author has written the story."""
        missing = self.list_missing()
        to_write = [each.passage for each in missing if each.is_prose]
        passages, prose = self._read(GROW)["passages"], self._read(FILL).get("passages", {})
        written = [each["id"] for each in passages if each["id"] not in to_write]
        return WritingProgress(
            written=len(written),
            passages=len(passages),
            words=sum(count_words(prose[each]["prose"]) for each in written),
            next_passage=next(iter(to_write), ""),
            texts=len(missing) - len(to_write),
        )

    def require_written(self) -> None:
        """Raise ``InputError``, naming what is missing, unless all texts are the author's."""
        missing = self.list_missing()
        if not missing:
            return
        counts = Counter(each.text.kind for each in missing)
        kinds = (f"  {kind}: {count}" for kind, count in counts.items())
        first = (ShowBrief(each.passage) for each in missing[:1] if each.is_prose)
        heading = "You write this story, and these texts are not yet written by you:"
        raise InputError(
            "\n".join((heading, *kinds)), remedies=(*first, SimpleAction.CHECK_STRUCTURE)
        )

    def _is_of_model(self, hand: Hand) -> bool:
        is_accepted = self.mode is ProseMode.POLISH and hand.request.startswith(f"{DRAFT}-")
        return hand.kind in (HandKind.MODEL, HandKind.PROGRAM) and not is_accepted

    def _read(self, stage: str) -> Mapping[str, Any]:
        current = self.store.artifacts.current(stage)
        return current.data if current else {}


def leave_out_plan(edition: Edition, ledger: HandLedger) -> tuple[Edition, HandLedger]:
    """Return ``edition`` and ``ledger`` without words of the plan that are no text of the story.

    Only people who open the exported files would see these words: the vision, except its size and
    content notes, the meanings of flags, and the names of flags, which come from labels of the
    plan.
    """
    vision = {
        name: type(value)()
        for name, value in edition.vision.to_values().items()
        if name not in ("size", "content_notes")
    }
    names = {
        flag: flag if read_level(flag) else f"{kind_of(flag)}{SEPARATOR}flag-{number}"
        for number, flag in enumerate(edition.flags, start=1)
    }
    slugs = {slug_of(flag): slug_of(name) for flag, name in names.items()}
    changed = evolve(
        edition,
        vision=edition.vision.model_copy(update=vision),
        flags={name: slug_of(name).replace("-", " ") for name in names.values()},
        clues=_replace_ids(edition.clues, names),
        structure=_replace_ids(edition.structure, names),
        prose={
            passage: "\n\n".join(map(partial(_name_condition, names=names), paragraphs))
            for passage, paragraphs in edition.paragraphs.items()
        },
    )
    entries = tuple(
        evolve(each, sentence=evolve(each.sentence, flag=slugs.get(each.sentence.flag, "")))
        for each in ledger.entries
    )
    return changed, evolve(ledger, entries=entries)


def _name_condition(paragraph: ProseParagraph, names: Mapping[str, str]) -> str:
    condition = f"[{slug_of(names[paragraph.flag])}]\n" if paragraph.flag else ""
    return f"{condition}{paragraph.text}"


def _replace_ids(value: Any, names: Mapping[str, str]) -> Any:
    """Return ``value`` with new ids, in objects and collections at any depth."""
    match value:
        case str():
            return names.get(value, value)
        case tuple() | frozenset():
            return type(value)(_replace_ids(each, names) for each in value)
        case _ if has(type(value)):
            parts = [each for each in fields(type(value)) if each.init]
            found = {each.alias: getattr(value, each.name) for each in parts}
            return evolve(
                value, **{name: _replace_ids(each, names) for name, each in found.items()}
            )
    return value


def _hands_of(entry: LedgerEntry) -> tuple[Hand, ...]:
    return (entry.sentence.origin, *entry.sentence.hands)


def _note_gap(passage: Mapping[str, Any]) -> PlayerText:
    path = ("passages", passage["id"], "prose")
    return PlayerText(stage=FILL, path=path, kind=TextKind.PROSE, passage=passage["title"], text="")


def _find_passage(text: PlayerText, grow: Mapping[str, Any]) -> str:
    """Return the id of the passage with ``text``; empty for a text of the whole story."""
    match text.stage, text.path:
        case "grow", ("passages", int(number), *_):
            return str(grow["passages"][number]["id"])
    return ""
