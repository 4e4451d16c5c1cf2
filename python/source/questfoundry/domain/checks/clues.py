"""The laws of clues: nobody meets what relies on something that they have not learnt."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from questfoundry.domain.checks.law import Law
from questfoundry.domain.checks.temporal_monitor import Watch, breaches
from questfoundry.domain.finding import Finding
from questfoundry.domain.play.search import Question, Search
from questfoundry.domain.story.clue import Clue
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class Unlearnt:
    """A clue that some player has not learnt who enters the passage; ``route`` leads there.

    ``beat`` is the one there that relies on it, empty where the story ends without it.
    """

    clue: Clue
    passage: Passage
    route: tuple[str, ...]
    beat: str = ""


def clue_findings(search: Search, story: Story) -> Iterator[Finding]:
    """Where a clue is missing, and the clues that cannot be learnt."""
    yield from Law.CLUES.searched(search, _relied_on(search, story))
    yield from Law.QUESTIONS.searched(search, _open(search, story))
    yield from Law.LEARNT.searched(search, _never_learnt(search, story))


def unlearnt(search: Search, story: Story) -> Iterator[Unlearnt]:
    """What relies on a clue that some player who comes there has not learnt."""
    for clue in story.clues:
        needing = {
            place: beat
            for place, passage in enumerate(search.graph.structure.passages)
            if (beat := _needing(clue, passage))
        }
        yield from _missing(search, clue, needing)


def unanswered(search: Search, story: Story) -> Iterator[Unlearnt]:
    """The endings that some player comes to without an answer, and that must not leave it open."""
    for clue in story.clues:
        closing = {
            place: ""
            for place, passage in enumerate(search.graph.structure.passages)
            if clue.answers and passage.ending and not _leaves_open(clue, passage, story)
        }
        yield from _missing(search, clue, closing)


def _needing(clue: Clue, passage: Passage) -> str:
    """The first beat of the passage that relies on the clue, if none before it teaches it."""
    for beat in passage.beats:
        if beat in clue.needs:
            return beat
        if beat in clue.learnt:
            return ""
    return ""


def _leaves_open(clue: Clue, passage: Passage, story: Story) -> bool:
    """An ending that is told apart for a path is named by its epilogue."""
    endings = {passage.ending, *(beat.ending for beat in story.beats_in(passage))}
    return not endings.isdisjoint(clue.unanswered) or not {*passage.beats}.isdisjoint(clue.learnt)


def _missing(search: Search, clue: Clue, at: dict[int, str]) -> Iterator[Unlearnt]:
    """The mark of the watch is that the clue is not known."""
    teaching = _teaching(search, clue)
    watch = Watch(
        leaves=dict.fromkeys(teaching, False),
        breaks=frozenset(at),
        always=frozenset(),
        begins=True,
    )
    for place, route in breaches(search, watch) if at else ():
        passage = search.graph.structure.passages[place]
        yield Unlearnt(clue=clue, passage=passage, route=route, beat=at[place])


def _teaching(search: Search, clue: Clue) -> list[int]:
    passages = enumerate(search.graph.structure.passages)
    return [place for place, each in passages if not {*each.beats}.isdisjoint(clue.learnt)]


def _relied_on(search: Search, story: Story) -> Iterator[Finding]:
    for each in unlearnt(search, story):
        yield Law.CLUES.broken(
            place=each.passage.id,
            problem=f"{each.passage.id!r} ({each.beat!r}) relies on {each.clue.id!r}, which some "
            f"who read it have not learnt: {each.clue.text}",
            fix="Have it learnt before, on every way there, or let the beat not need it.",
            counterexample=each.route,
        )


def _open(search: Search, story: Story) -> Iterator[Finding]:
    for each in unanswered(search, story):
        yield Law.QUESTIONS.broken(
            place=each.passage.id,
            problem=f"Some who come to the ending in {each.passage.id!r} have not learnt "
            f"{each.clue.id!r}, the answer to: {each.clue.question}",
            fix="Have it learnt on every way there, or say that the ending leaves the question "
            "unanswered.",
            counterexample=each.route,
        )


def _never_learnt(search: Search, story: Story) -> Iterator[Finding]:
    for clue in story.clues:
        if not search.can_reach(Question(passages=_teaching(search, clue))):
            yield Law.LEARNT.broken(
                place=search.graph.structure.start,
                problem=f"No playthrough teaches {clue.id!r}: {clue.text}",
                fix="Tell a beat that teaches it where somebody comes, or take the clue out.",
            )
