"""Check that players learn each clue before a beat, a choice or an ending relies on it."""

from collections.abc import Iterator

from attrs import frozen

from questfoundry.domain.checks.law import Law
from questfoundry.domain.checks.temporal_monitor import TemporalMonitor, find_violations
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.search import Question, Search
from questfoundry.domain.story.entity import Clue
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.story import Story


@frozen(kw_only=True)
class MissingClue:
    """A clue that some player lacks in a passage where it is needed.

    ``route``: the choices that lead such a player to the passage.
    ``beat``: the id of the beat that relies on the clue; empty for an ending.
    """

    clue: Clue
    passage: Passage
    route: tuple[str, ...]
    beat: str = ""


def find_missing_clues(search: Search, story: Story) -> Iterator[MissingClue]:
    """Yield each clue that some player lacks in a passage with a beat that relies on it."""
    for clue in story.clues:
        needing = {
            place: beat
            for place, passage in enumerate(search.graph.structure.passages)
            if (beat := _find_needing_beat(clue, passage))
        }
        yield from _find_players_without(search, clue, needing)


def find_unanswered_questions(search: Search, story: Story) -> Iterator[MissingClue]:
    """Yield each clue that answers a question, but that some player lacks at an ending.

    Endings that may leave the question open are exempt.
    """
    for clue in story.clues:
        must_answer = {
            place: ""
            for place, passage in enumerate(search.graph.structure.passages)
            if clue.answers and passage.ending and not _leaves_open(clue, passage, story)
        }
        yield from _find_players_without(search, clue, must_answer)


def _find_needing_beat(clue: Clue, passage: Passage) -> str:
    """Return the id of the first beat that relies on ``clue``.

    The result is empty if no beat does, or if an earlier beat of the passage teaches the clue.
    """
    for beat in passage.beats:
        if beat in clue.relying_beats:
            return beat
        if beat in clue.teaching_beats:
            return ""
    return ""


def _leaves_open(clue: Clue, passage: Passage, story: Story) -> bool:
    endings = {passage.ending, *(beat.ending for beat in story.beats_in(passage))}
    return not endings.isdisjoint(clue.open_endings) or not {*passage.beats}.isdisjoint(
        clue.teaching_beats
    )


def _find_players_without(
    search: Search, clue: Clue, needing: dict[int, str]
) -> Iterator[MissingClue]:
    """Yield the passages of ``needing`` that a player can enter without ``clue``.

    ``needing`` maps each passage's index to the id of its beat that relies on the clue. The search
    uses a monitor bit that is set until the player learns the clue.
    """
    teaching = _list_teaching_passages(search, clue)
    monitor = TemporalMonitor(
        state_after=dict.fromkeys(teaching, False),
        forbidden_while_set=frozenset(needing),
        always_forbidden=frozenset(),
        initial=True,
    )
    for place, route in find_violations(search, monitor) if needing else ():
        passage = search.graph.structure.passages[place]
        yield MissingClue(clue=clue, passage=passage, route=route, beat=needing[place])


def _list_teaching_passages(search: Search, clue: Clue) -> list[int]:
    passages = enumerate(search.graph.structure.passages)
    return [place for place, each in passages if not {*each.beats}.isdisjoint(clue.teaching_beats)]


def check_needed_clues(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each clue that some player lacks at a beat that relies on it."""
    for each in find_missing_clues(search, story):
        yield Law.CLUES.build_finding(
            place=each.passage.id,
            problem=f"{each.passage.id!r} ({each.beat!r}) relies on {each.clue.id!r}, which some "
            f"of its readers have not learnt: {each.clue.text}",
            fix="Teach the clue on every route to the passage, or let the beat not rely on it.",
            counterexample=each.route,
        )


def check_questions(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each answer to a central question that some player lacks at an ending."""
    for each in find_unanswered_questions(search, story):
        yield Law.QUESTIONS.build_finding(
            place=each.passage.id,
            problem=f"Some players who reach the ending in {each.passage.id!r} have not learnt "
            f"{each.clue.id!r}, the answer to: {each.clue.question}",
            fix="Teach the clue on every route to the ending, or mark the ending as one that "
            "leaves the question open.",
            counterexample=each.route,
        )


def find_unlearnable_clues(search: Search, story: Story) -> Iterator[Finding]:
    """Yield a finding for each clue that no player can learn."""
    for clue in story.clues:
        if not search.can_reach(Question(passages=_list_teaching_passages(search, clue))):
            yield Law.LEARNT.build_finding(
                place=search.graph.structure.start,
                problem=f"No playthrough teaches {clue.id!r}: {clue.text}",
                fix="Put a beat that teaches it into a passage that players reach, or remove the "
                "clue.",
            )
