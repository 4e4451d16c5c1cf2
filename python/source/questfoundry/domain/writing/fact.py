"""The facts of a briefing, and the one rule that merges the facts of several passages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum

from attrs import evolve, frozen


class Scope(Enum):
    """The share of a passage's players who know a fact: all, some or none."""

    ALL = "all"
    SOME = "some"
    NONE = "none"


class FactKind(Enum):
    """The kinds of facts; ``prompts/briefing.yaml`` has a heading for each kind and scope.

    An outcome is true by now. A pending effect becomes true on this arm, here or in another
    passage. An absence names an entity that is gone, lost or closed. A decision is an answer with
    its consequences. An event is a minor choice or a found topic. The passage itself teaches a
    lesson, which is a clue.
    """

    ABSENCE = "absence"
    OUTCOME = "outcome"
    PENDING = "pending"
    DECISION = "decision"
    CLUE = "clue"
    EVENT = "event"
    LESSON = "lesson"


@frozen(kw_only=True)
class BriefedFact:
    """A fact that the writer of a passage must know, in sentences.

    ``scope`` says which players know the fact on arrival; a fact of scope ``NONE`` must not be
    given away. ``flag`` is the name for conditional text about the fact, or empty, and ``read`` the
    last such text that its players read. A clue helps to answer its ``question``. An earlier
    chapter contains a decision that ``is_earlier``.
    """

    kind: FactKind
    texts: tuple[str, ...]
    scope: Scope = Scope.ALL
    flag: str = ""
    question: str = ""
    read: str = ""
    is_earlier: bool = False

    @property
    def identity(self) -> tuple[object, ...]:
        """The key by which facts of several passages are the same; a decision is known by name."""
        if self.kind is FactKind.DECISION:
            return self.kind, self.flag
        certain = Scope.SOME if self.scope is Scope.SOME else Scope.ALL
        return self.kind, certain, self.texts, self.flag, self.read

    @property
    def is_repeated(self) -> bool:
        """Return whether a request says the fact again for later passages."""
        some_know = self.kind is FactKind.CLUE and self.scope is Scope.SOME
        return some_know or self.kind in (FactKind.ABSENCE, FactKind.PENDING)

    @property
    def group(self) -> str:
        """The key of the fact's heading in the wording."""
        return f"{self.kind.value}_{self.scope.value}"


Facts = tuple[BriefedFact, ...]


def select_facts(facts: Facts, kind: FactKind, scope: Scope | None = None) -> Facts:
    """Return the facts of the kind, and of the scope if there is one."""
    return tuple(each for each in facts if each.kind is kind and scope in (None, each.scope))


def exclude_facts(facts: Facts, kind: FactKind, scope: Scope | None = None) -> Facts:
    """Return the facts without those of the kind, and of the scope if there is one."""
    excluded = select_facts(facts, kind, scope)
    return tuple(each for each in facts if each not in excluded)


def merge_facts(parts: Sequence[Facts]) -> Facts:
    """Return the facts that hold in all parts. A request states these once, for all passages."""
    first, *others = parts
    return tuple(each for each in first if all(each in other for other in others))


def drop_facts(facts: Facts, stated: Iterable[BriefedFact]) -> Iterator[BriefedFact]:
    """Yield the facts that the same answer has not ``stated`` for earlier passages.

    A decision keeps its name, because the passage may have conditional text for its players. A clue
    counts as stated if players did not know it before: an earlier passage of the answer taught it.
    What is still to come, what is gone, and what only some players know is said again.
    """
    known = {each.identity for each in stated}
    for each in facts:
        if each.identity not in known or each.is_repeated:
            yield each
        elif each.kind is FactKind.DECISION:
            yield evolve(each, texts=(), read="")


def quote_inserts(facts: Iterable[BriefedFact], excerpts: Mapping[str, str]) -> Facts:
    """Return the facts with the conditional texts that players read, by name."""
    quoted = (FactKind.DECISION, FactKind.EVENT)
    return tuple(
        evolve(each, read=excerpts.get(each.flag, "")) if each.kind in quoted else each
        for each in facts
    )
