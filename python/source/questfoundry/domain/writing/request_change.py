"""Compare the request for a passage with the request that its prose was written from.

The passage's own content (title, moments, people, choices) must be the same; only the order of the
choices does not count. Everything else is knowledge of the players on arrival. Prose stays valid if
more players know a fact, and if they lose a certainty that the prose does not use (decision 0053).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import chain

from attrs import field, frozen

from questfoundry.domain.ids import split_plain_words
from questfoundry.domain.story.prose import find_conditional_names, remove_conditional_text
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.domain.text.wording import join_sentences
from questfoundry.domain.writing.briefing import BriefedBeat, BriefedChoice, Briefing
from questfoundry.domain.writing.fact import FactKind, Scope, select_facts

_STEM_LENGTH, _SHORTEST_WORD = 6, 4
"""The letters that the forms of a word have in common, and those of the shortest telling word."""

_SHARE_USED = 0.5
"""The share of a sentence's telling words that occur in prose that uses the sentence."""


class ChangeKind(StrEnum):
    """The parts of a request that can differ from the request that prose was written from."""

    TITLE = "title"
    MOMENTS = "moments"
    PEOPLE = "people"
    CHOICES = "choices"
    QUESTIONS = "questions"
    PLACE = "place"
    ORIGINS = "origins"
    INSERTS = "inserts"
    FACTS = "facts"
    ABSENT = "absent"
    UNCERTAIN = "uncertain"
    VISION = "vision"


@frozen
class RequestChange:
    """A difference between two requests: the lines of each that the other lacks.

    A fact that is no longer certain for all players counts as removed.
    """

    kind: ChangeKind
    removed: tuple[str, ...] = ()
    added: tuple[str, ...] = ()


@frozen(kw_only=True)
class RequestContent:
    """The content of a request for a passage, without the prose of other passages.

    ``origins``: the titles of the passages from which players arrive, by the passages' ids. Only
      the ids are compared.
    ``certain``: the sentences that hold for all players, or that the passage itself reveals.
    ``texts``: all sentences about what players know or have done, also those of only some players.
    """

    briefing: Briefing
    origins: Mapping[str, str] = field(eq=frozenset)
    vision: DreamArtifact | None
    certain: frozenset[str] = field(init=False, eq=False, repr=False)
    texts: frozenset[str] = field(init=False, eq=False, repr=False)

    @certain.default
    def _collect_certain(self) -> frozenset[str]:
        facts = (
            each.texts
            for each in self.briefing.facts
            if each.kind is not FactKind.ACTOR
            and (each.scope is Scope.ALL or each.kind is FactKind.LESSON)
        )
        states = (each.now for each in self.briefing.entities if each.now)
        return frozenset((*chain(*facts), *states, *(each.text for each in self.briefing.answered)))

    @texts.default
    def _collect_texts(self) -> frozenset[str]:
        facts = (each.texts for each in self.briefing.facts)
        return self.certain.union(*facts, *self.insert_texts.values())

    @property
    def insert_texts(self) -> Mapping[str, frozenset[str]]:
        """The sentences that the passage's conditional texts tell, by name."""
        found: dict[str, frozenset[str]] = {}
        briefing = self.briefing
        named = chain(
            ((each.flag, each.texts) for each in briefing.facts if each.flag),
            ((each.name, (each.seen,)) for each in briefing.traces),
            (
                (each.name, (each.left or each.label,))
                for group in briefing.minor_choices
                for each in group.minor_choices
            ),
        )
        for name, texts in named:
            found[name] = found.get(name, frozenset()).union(texts)
        return found


@frozen
class DifferingPassage:
    """A written passage whose request differs from the request that its prose was written from.

    ``changes`` is empty if the old request is not known.
    """

    passage: str
    changes: tuple[RequestChange, ...] = ()


def find_differing_passages(
    old: Mapping[str, RequestContent], new: Mapping[str, RequestContent], prose: Mapping[str, str]
) -> Mapping[str, DifferingPassage]:
    """Return the passages that the author may keep or regenerate, by id.

    ``prose`` maps the ids of the passages to compare to their texts, written from ``old``.
    """
    found: dict[str, DifferingPassage] = {}
    for name, text in prose.items():
        known = old.get(name)
        changes = find_request_changes(known, new[name], text) if known else ()
        if changes or known is None:
            found[name] = DifferingPassage(name, changes)
    return found


def find_request_changes(
    old: RequestContent, new: RequestContent, prose: str
) -> tuple[RequestChange, ...]:
    """Return the differences of ``new`` for which the passage's ``prose`` may need another text.

    ``prose`` was written from ``old``. The result is empty if the prose can stay.
    """
    found = (*_compare_content(old, new), *_compare_knowledge(old, new, prose))
    return tuple(each for each in found if each.removed or each.added)


def _compare_content(old: RequestContent, new: RequestContent) -> Iterator[RequestChange]:
    before, now = (_list_content(each) for each in (old, new))
    for kind, lines in now.items():
        yield _compare_lines(kind, before[kind], lines)
    added = tuple(title for name, title in new.origins.items() if name not in old.origins)
    yield RequestChange(ChangeKind.ORIGINS, added=added)


def _compare_lines(kind: ChangeKind, old: tuple[str, ...], new: tuple[str, ...]) -> RequestChange:
    removed = tuple(each for each in old if each not in new)
    added = tuple(each for each in new if each not in old)
    if kind is ChangeKind.MOMENTS and old != new and not (removed or added):  # another order
        return RequestChange(kind, old, new)
    return RequestChange(kind, removed, added)


def _list_content(content: RequestContent) -> Mapping[ChangeKind, tuple[str, ...]]:
    """Return the lines of the passage's own content, in which any difference counts."""
    own, vision = content.briefing, content.vision
    questions = (*own.questions, *own.unexplored_answers)
    actors = chain(*(each.texts for each in select_facts(own.facts, FactKind.ACTOR)))
    place = (own.ending, own.hook, own.hub.own if own.hub else "", own.hub.after if own.hub else "")
    return {
        ChangeKind.TITLE: (own.title,),
        ChangeKind.MOMENTS: (
            *map(_say_moment, own.beats),
            *(f"{each}: {each} acts first." for each in actors),
            f"weight {own.weight}",
        ),
        ChangeKind.PEOPLE: tuple(
            f"{each.name}: {each.concept}" for each in own.entities if not each.joined
        ),
        ChangeKind.CHOICES: (
            *map(_say_choice, own.choices),
            *(own.hub.topics if own.hub and not own.hub.own else ()),
        ),
        ChangeKind.QUESTIONS: tuple(join_sentences((e.question, e.text)) for e in questions),
        ChangeKind.PLACE: tuple(filter(None, place)),
        ChangeKind.VISION: tuple(map(str, vision.to_values().values())) if vision else (),
    }


def _say_moment(beat: BriefedBeat) -> str:
    time = beat.when or " ".join(filter(None, (beat.after, beat.until)))
    head = "; ".join(filter(None, (time, beat.place, ", ".join(beat.cast))))
    return f"{head}: {beat.text}"


def _say_choice(choice: BriefedChoice) -> str:
    more = (choice.decides, choice.benefit, *choice.leaves, *choice.asks)
    return f"{choice.label}: {join_sentences(filter(None, more))}" if any(more) else choice.label


def _compare_knowledge(
    old: RequestContent, new: RequestContent, prose: str
) -> Iterator[RequestChange]:
    main, names = remove_conditional_text(prose), {*find_conditional_names(prose)}
    yield RequestChange(ChangeKind.INSERTS, added=tuple(_find_insert_news(old, new, names)))
    lessons = _texts_of(new, FactKind.LESSON) - _texts_of(old, FactKind.LESSON)
    unread = {each for each in lessons if not uses_sentence(main, each)}
    hints = {each.seen for each in new.briefing.traces}
    news = (new.certain | hints) - old.texts | unread
    absent = _texts_of(new, FactKind.ABSENCE) - _texts_of(old, FactKind.ABSENCE)
    lost = old.certain - new.certain
    yield RequestChange(ChangeKind.FACTS, added=tuple(sorted(news)))
    yield RequestChange(
        ChangeKind.ABSENT, added=tuple(sorted(each for each in absent if each in main))
    )
    yield RequestChange(
        ChangeKind.UNCERTAIN, tuple(sorted(each for each in lost if uses_sentence(main, each)))
    )


def _find_insert_news(old: RequestContent, new: RequestContent, names: set[str]) -> Iterator[str]:
    """Yield the needed conditional texts that are missing, and new sentences for existing ones."""
    required = (each.briefing.list_required_inserts(endings=True) for each in (new, old))
    needed, known = required
    yield from (f"[{each}]" for each in needed if each not in names.union(known))
    for name in sorted(names & new.insert_texts.keys()):
        added = new.insert_texts[name] - old.texts
        yield from (f"[{name}] {text}" for text in sorted(added))


def _texts_of(content: RequestContent, kind: FactKind) -> frozenset[str]:
    return frozenset(chain(*(each.texts for each in select_facts(content.briefing.facts, kind))))


def uses_sentence(prose: str, sentence: str) -> bool:
    """Return whether most of the significant words of ``sentence`` occur in ``prose``."""
    stems = _find_stems(sentence)
    return bool(stems) and len(stems & _find_stems(prose)) >= _SHARE_USED * len(stems)


def _find_stems(text: str) -> frozenset[str]:
    words: Iterable[str] = split_plain_words(text)
    return frozenset(each[:_STEM_LENGTH] for each in words if len(each) >= _SHORTEST_WORD)
