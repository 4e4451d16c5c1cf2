"""Define the ledger of hands, which lists the writer of each sentence that players read."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Any, Self

from attrs import asdict, evolve, field, frozen

from questfoundry.domain.story.player_texts import PlayerText


class HandKind(StrEnum):
    """The kind of a writer; ``PROGRAM`` is the scenes and the code of this program."""

    AUTHOR = "author"
    MODEL = "model"
    IMPORT = "import"
    PROGRAM = "program"
    UNKNOWN = "unknown"


HAND_NAMES = {
    HandKind.AUTHOR: "the author",
    HandKind.MODEL: "a language model",
    HandKind.IMPORT: "an imported file",
    HandKind.PROGRAM: "QuestFoundry",
    HandKind.UNKNOWN: "not known",
}
"""The names of the kinds of hands for people."""


def describe_hands(origin: HandKind, editors: Iterable[HandKind]) -> str:
    """Return in words who wrote and who edited: ``a language model, then edited by the author``."""
    names = " and ".join(HAND_NAMES[each] for each in sorted(editors))
    return f"{HAND_NAMES[origin]}, then edited by {names}" if names else HAND_NAMES[origin]


def format_share(share: float) -> str:
    """Return ``share`` in percent; only 0 and 1 give ``0%`` and ``100%``."""
    if share in (0, 1):
        return f"{share:.0%}"
    return "under 1%" if share < 0.01 else f"{min(99, round(100 * share))}%"


@frozen
class Hand:
    """A writer of words.

    ``name``: the model as ``provider/model``, or the imported file; else empty.
    ``request``: the run and the number of the request in its log, such as ``fill-1/12``.
    """

    kind: HandKind
    name: str = ""
    request: str = ""


AUTHOR, PROGRAM, UNKNOWN = map(Hand, (HandKind.AUTHOR, HandKind.PROGRAM, HandKind.UNKNOWN))

Words = tuple[str, ...]


@frozen(kw_only=True)
class Sentence:
    """A sentence with the hand of each of its words.

    ``words``: the words in lower case, without punctuation.
    ``flag``: the name of the flag above a conditional sentence, or empty.
    ``origin``: the hand that wrote the first form of the sentence.
    ``cut``: the number of words that other kinds of hands removed.
    ``cutters``: the kinds of hands that removed words.
    """

    text: str = ""
    words: Words
    flag: str = ""
    hands: tuple[Hand, ...]
    origin: Hand
    cut: int = 0
    cutters: frozenset[HandKind] = frozenset()

    @property
    def editors(self) -> frozenset[HandKind]:
        """The kinds of hands that changed the sentence, other than the kind of its origin."""
        return (self.cutters | {each.kind for each in self.hands}) - {self.origin.kind}

    @property
    def edit_share(self) -> float:
        """The share of words that other kinds of hands added, removed or replaced, from 0 to 1."""
        new = sum(each.kind is not self.origin.kind for each in self.hands)
        before = len(self.words) - new + self.cut
        return max(new, self.cut) / max(1, before, len(self.words))

    @property
    def label(self) -> str:
        """The hands in words, with the model or file, the request and the share of edits."""
        source = " ".join(filter(None, (self.origin.name, self.origin.request)))
        share = f", {format_share(self.edit_share)} changed" if self.editors else ""
        words = describe_hands(self.origin.kind, self.editors)
        return f"{words}{share} ({source})" if source else f"{words}{share}"


@frozen(kw_only=True)
class LedgerEntry:
    """A sentence and the text for players that contains it."""

    text: PlayerText
    sentence: Sentence


def _to_kinds(names: Iterable[str]) -> tuple[HandKind, ...]:
    return tuple(map(HandKind, names))


@frozen(kw_only=True)
class HandCount:
    """The sentences and their words that began in one kind of hand and have the same editors.

    ``edit_share``: the share of words that the ``editors`` changed, from 0 to 1.
    """

    hand: HandKind = field(converter=HandKind)
    editors: tuple[HandKind, ...] = field(converter=_to_kinds)
    sentences: int
    words: int
    edit_share: float

    @property
    def label(self) -> str:
        """The hands in words."""
        return describe_hands(self.hand, self.editors)


@frozen(kw_only=True)
class HandTotals:
    """The figures of a ledger.

    ``words``: the number of words by the kind of hand that wrote them.
    ``models``: the models that wrote words or the first form of sentences, as ``provider/model``.
    ``files``: the imported files with words of the story.
    ``original``: the figures of the original, if the words are those of a translation.
    """

    counts: tuple[HandCount, ...]
    words: Mapping[HandKind, int]
    models: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    original: "HandTotals | None" = None

    @classmethod
    def from_sentences(cls, sentences: Iterable[Sentence]) -> Self:
        """Count ``sentences`` and their words."""
        groups: dict[tuple[HandKind, tuple[HandKind, ...]], list[Sentence]] = defaultdict(list)
        for each in sentences:
            groups[each.origin.kind, tuple(sorted(each.editors))].append(each)
        found = [each for group in groups.values() for each in group]
        hands = [hand for each in found for hand in each.hands]
        writers = {*hands, *(each.origin for each in found)}
        return cls(
            counts=tuple(_count(*key, groups[key]) for key in sorted(groups)),
            words=dict(sorted(Counter(each.kind for each in hands).items())),
            models=_list_names(writers, HandKind.MODEL),
            files=_list_names(writers, HandKind.IMPORT),
        )

    @property
    def total(self) -> int:
        """The number of all words."""
        return sum(self.words.values())

    @property
    def is_known(self) -> bool:
        """Return whether the hand of at least one word is known."""
        return any(kind is not HandKind.UNKNOWN for each in self.works for kind in each.words)

    @property
    def works(self) -> "tuple[HandTotals, ...]":
        """The figures of the original, if this is a translation, and these figures."""
        return (self.original, self) if self.original else (self,)

    @property
    def summary(self) -> str:
        """The share of each hand: ``a language model 88% (gpt-4o), the author 12%``."""
        named = {HandKind.MODEL: self.models, HandKind.IMPORT: self.files}
        names = {kind: f" ({', '.join(each)})" for kind, each in named.items() if each}
        return ", ".join(
            f"{HAND_NAMES[kind]} {format_share(words / self.total)}{names.get(kind, '')}"
            for kind, words in sorted(self.words.items(), key=lambda each: -each[1])
        )

    @property
    def metadata(self) -> Mapping[str, str]:
        """The credit in words, and the kind of digital source, by property of schema.org."""
        words = {kind for each in self.works for kind in each.words}
        part = "" if words == {HandKind.MODEL} else "CompositeWith"
        source = f"https://schema.org/{part}TrainedAlgorithmicMediaDigitalSource"
        kind = {"schema:digitalSourceType": source}
        has_model = any(each.models for each in self.works)
        return {"schema:creditText": self.credit, **(kind if has_model else {})}

    @property
    def credit(self) -> str:
        """The summary as a sentence, or as two for a translation."""
        original = self.works[0].summary
        translated = f" Translated by: {self.summary}." if self.original else ""
        return f"Words written by: {original}.{translated}"

    def find_edit_share(self, kind: HandKind) -> float:
        """Return the share of words that others changed in the sentences by ``kind``."""
        found = [each for each in self.counts if each.hand is kind]
        words = sum(each.words for each in found)
        return sum(each.edit_share * each.words for each in found) / max(1, words)

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Self:
        """Return the figures that :meth:`to_document` converted to ``document``."""
        return cls(
            counts=tuple(HandCount(**each) for each in document["sentences"]),
            words={HandKind(kind): number for kind, number in document["words"].items()},
            models=tuple(document["models"]),
            files=tuple(document.get("files", ())),
            original=cls.from_document(found) if (found := document.get("original")) else None,
        )

    def to_document(self) -> dict[str, Any]:
        """Return the figures as a JSON object."""
        return {
            "words": dict(self.words),
            "models": list(self.models),
            **({"files": list(self.files)} if self.files else {}),
            "sentences": [asdict(each) for each in self.counts],
            **({"original": self.original.to_document()} if self.original else {}),
        }


@frozen(kw_only=True)
class HandLedger:
    """The ledger of a story: its sentences in the order of the story, with their hands.

    ``language``: the language of a translation, whose ledger names translators; else empty.
    ``original``: the figures of the original of a translation.
    """

    entries: tuple[LedgerEntry, ...]
    language: str = ""
    original: HandTotals | None = None

    @cached_property
    def totals(self) -> HandTotals:
        """The figures of the whole story."""
        found = HandTotals.from_sentences(each.sentence for each in self.entries)
        return evolve(found, original=self.original)

    @cached_property
    def passages(self) -> Mapping[str, HandTotals]:
        """The figures by title of the passage; the key of texts outside passages is empty."""
        groups: dict[str, list[Sentence]] = defaultdict(list)
        for each in self.entries:
            groups[each.text.passage].append(each.sentence)
        return {name: HandTotals.from_sentences(group) for name, group in groups.items()}

    def to_document(self) -> dict[str, Any]:
        """Return the ledger as a JSON object; format version 1."""
        return {
            "version": 1,
            **({"language": self.language} if self.language else {}),
            "total": self.totals.to_document(),
            "passages": [
                {"passage": name, **totals.to_document()} for name, totals in self.passages.items()
            ],
            "sentences": [_to_document(each) for each in self.entries],
        }


def _to_document(entry: LedgerEntry) -> dict[str, Any]:
    sentence = entry.sentence
    found = {
        "passage": entry.text.passage,
        "kind": entry.text.kind.value,
        "condition": sentence.flag,
        "sentence": sentence.text,
        "words": len(sentence.words),
        "hand": sentence.origin.kind.value,
        "name": sentence.origin.name,
        "request": sentence.origin.request,
        "editors": sorted(sentence.editors),
        "edit_share": round(sentence.edit_share, 4),
    }
    return {name: value for name, value in found.items() if value not in ("", [], 0.0)}


def _list_names(hands: Iterable[Hand], kind: HandKind) -> tuple[str, ...]:
    return tuple(sorted({each.name for each in hands if each.kind is kind}))


def _count(kind: HandKind, editors: tuple[HandKind, ...], group: Iterable[Sentence]) -> HandCount:
    sentences = tuple(group)
    words = sum(len(each.words) for each in sentences)
    edits = sum(each.edit_share * len(each.words) for each in sentences)
    return HandCount(
        hand=kind,
        editors=editors,
        sentences=len(sentences),
        words=words,
        edit_share=round(edits / max(1, words), 4),
    )
