"""The facts of a briefing, and the one rule that merges the facts of several passages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum

from attrs import evolve, frozen

from questfoundry.domain.story.size import Range


class Scope(Enum):
    """The share of a passage's players who know a fact: all, some or none."""

    ALL = "all"
    SOME = "some"
    NONE = "none"


class FactKind(Enum):
    """The kinds of facts; ``prompts/briefing.yaml`` has a heading for each kind and scope.

    An outcome is already true. A pending effect becomes true in the beats after an answer, here or
    in another passage. An absence names an entity that is gone, lost or closed. A decision is an
    answer with its consequences. An event is a minor choice or a found topic. A level says how far
    a stat has moved. A lesson is a clue that the passage itself teaches. An
    actor is a character who acts first in the passage, for what they want.
    """

    ABSENCE = "absence"
    OUTCOME = "outcome"
    PENDING = "pending"
    DECISION = "decision"
    CLUE = "clue"
    EVENT = "event"
    LEVEL = "level"
    LESSON = "lesson"
    ACTOR = "actor"

    @property
    def is_own(self) -> bool:
        """Return whether such a fact is about one passage; a batch states it for each passage."""
        return self in (FactKind.LESSON, FactKind.LEVEL, FactKind.ACTOR)


@frozen(kw_only=True)
class BriefedFact:
    """A fact that the writer of a passage must know, in sentences.

    ``scope``: the players who know the fact on arrival; a fact of scope ``NONE`` must not be given
      away.
    ``flag``: the name for conditional text about the fact, or empty.
    ``read``: an excerpt of the last such text that these players have read.
    ``question``: the question of the story that a clue helps to answer.
    ``is_earlier``: whether the fact is a decision in an earlier chapter.
    ``words``: the length of the conditional text for players with a level; otherwise ``None``.
    """

    kind: FactKind
    texts: tuple[str, ...]
    scope: Scope = Scope.ALL
    flag: str = ""
    question: str = ""
    read: str = ""
    is_earlier: bool = False
    words: Range | None = None

    @property
    def identity(self) -> tuple[object, ...]:
        """The key that is equal for the same fact in several passages; for a decision, its name."""
        if self.kind is FactKind.DECISION:
            return self.kind, self.flag
        certain = Scope.SOME if self.scope is Scope.SOME else Scope.ALL
        return self.kind, certain, self.texts, self.flag, self.read

    @property
    def is_repeated(self) -> bool:
        """Return whether a request states the fact again for each later passage."""
        some_know = self.kind is FactKind.CLUE and self.scope is Scope.SOME
        return some_know or self.kind in (FactKind.ABSENCE, FactKind.PENDING)

    @property
    def group(self) -> str:
        """The key of the fact's heading in ``prompts/briefing.yaml``."""
        return f"{self.kind.value}_{self.scope.value}"


Facts = tuple[BriefedFact, ...]


def select_facts(facts: Facts, kind: FactKind, scope: Scope | None = None) -> Facts:
    """Return the facts of ``kind`` and, if ``scope`` is given, of this scope."""
    return tuple(each for each in facts if each.kind is kind and scope in (None, each.scope))


def exclude_facts(facts: Facts, kind: FactKind) -> Facts:
    """Return the facts except those of ``kind``."""
    excluded = select_facts(facts, kind)
    return tuple(each for each in facts if each not in excluded)


def merge_facts(parts: Sequence[Facts]) -> Facts:
    """Return the facts that occur in all ``parts``; a request states them once for all passages."""
    first, *others = parts
    return tuple(each for each in first if all(each in other for other in others))


def drop_facts(facts: Facts, stated: Iterable[BriefedFact]) -> Iterator[BriefedFact]:
    """Yield ``facts`` without those that the request has already ``stated`` for earlier passages.

    A decision keeps its name, because the passage may have conditional text for its players. A clue
    counts as stated if an earlier passage of the request taught it. Pending effects, absences and
    clues that only some players know are stated again.
    """
    known = {each.identity for each in stated}
    for each in facts:
        if each.identity not in known or each.is_repeated:
            yield each
        elif each.kind is FactKind.DECISION:
            yield evolve(each, texts=(), read="")


def quote_inserts(facts: Iterable[BriefedFact], excerpts: Mapping[str, str]) -> Facts:
    """Return the facts, with excerpts of the conditional texts that players have read.

    ``excerpts`` maps the names of conditional texts to excerpts. Only decisions get one.
    """
    return tuple(
        evolve(each, read=excerpts.get(each.flag, "")) if each.kind is FactKind.DECISION else each
        for each in facts
    )
