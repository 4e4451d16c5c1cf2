"""A comparison of findings with walking every path: same breaches, equally long proofs."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.story.passage import Structure, play
from questfoundry.domain.story.story import Story
from tests.support.naive_player import NaivePlayer, absences, missing_clues, runs_back

WALKED = (Law.REACHED, Law.ENDINGS, Law.STUCK, Law.OPENS, Law.LABELS)
"""The laws whose breaches the naive player records by place."""
CARRIED = (Law.EFFECTS, Law.TIME, Law.CLUES, Law.QUESTIONS, Law.LEARNT)
"""The laws about what players carry along: absences, the hour and clues."""
Breach = tuple[Law, str, str]
"""A law, the passage that breaks it, and the entity or clue concerned."""


def of(findings: Iterable[Finding], *laws: Law) -> list[Finding]:
    return [finding for finding in findings if finding.rule in laws]


def is_sound(findings: Iterable[Finding]) -> bool:
    """Return whether no error was found and every such law is proven."""
    return not any(finding.severity is Severity.ERROR for finding in findings)


def sound_as_walked(player: NaivePlayer, story: Story) -> bool:
    """Return whether no path shows a breach, an endless loop, or a dilemma not settled once."""
    return not (
        player.breaches()
        or any(player.endless(position) for position in player.ways)
        or any(player.settlings(dilemma.id) for dilemma in story.dilemmas)
    )


def walked(structure: Structure, story: Story) -> Mapping[Breach, tuple[str, ...]]:
    """Return the faults of absences, time and clues that a walk finds, with their routes."""
    gone = {(Law.EFFECTS, *each): way for each, way in absences(structure, story).items()}
    late = {(Law.TIME, at, ""): way for at, way in runs_back(structure, story).items()}
    return {**gone, **late, **missing_clues(structure, story)}


def breach(finding: Finding, story: Story) -> Breach:
    """Return the key by which `walked` lists the fault of a finding."""
    about = (*story.entities, *story.clues) if finding.rule != Law.TIME else ()
    named = next((each.id for each in about if repr(each.id) in finding.problem), "")
    return Law(finding.rule), finding.place, named


def lengths(findings: Iterable[Finding], story: Story) -> dict[Breach, int]:
    """Return the breaches of what players carry along, with the lengths of their proofs."""
    found = of(findings, *CARRIED)
    assert all(each.proven for each in found)
    return {breach(each, story): len(each.counterexample or ()) for each in found}


def assert_as_walked(findings: Iterable[Finding], player: NaivePlayer, story: Story) -> None:
    findings = tuple(findings)
    assert_breaches(findings, player)
    assert_endless(findings, player)
    assert_settlings(findings, player, story)
    assert_shown(findings, player)


def assert_breaches(findings: Iterable[Finding], player: NaivePlayer) -> None:
    found: dict[tuple[Law, str], int | None] = {}
    for finding in of(findings, *WALKED):
        way = finding.counterexample
        length = None if way is None else len(way)
        known = found.get((finding.rule, finding.place), length)
        found[finding.rule, finding.place] = (
            length if known is None or length is None else min(known, length)
        )
    assert found == player.breaches()


def assert_endless(findings: Iterable[Finding], player: NaivePlayer) -> None:
    """Check that loops without an exit are found with a shortest route."""
    endless = {position for position in player.ways if player.endless(position)}
    trapped = of(findings, Law.TRAPPED)
    assert bool(trapped) == bool(endless)
    for finding in trapped:
        assert finding.counterexample is not None
        position = player.at(finding.counterexample)
        assert position in endless
        assert position.passage == finding.place
    if endless:
        assert min(len(finding.counterexample or ()) for finding in trapped) == min(
            len(player.ways[position]) for position in endless
        )


def assert_settlings(findings: Iterable[Finding], player: NaivePlayer, story: Story) -> None:
    told = of(findings, Law.COMMITS)
    for dilemma in story.dilemmas:
        assert player.settlings(dilemma.id) == {
            "twice" if "twice" in finding.problem else "without": len(finding.counterexample or ())
            for finding in told
            if repr(dilemma.id) in finding.problem
        }
    for finding in told:
        settled = dict(player.at(finding.counterexample or ()).settled)
        dilemma = next(each.id for each in story.dilemmas if repr(each.id) in finding.problem)
        assert settled.get(dilemma, 0) == (2 if "twice" in finding.problem else 0)


def assert_shown(findings: Iterable[Finding], player: NaivePlayer) -> None:
    for finding in of(findings, *_SHOWN):
        assert _SHOWN[finding.rule](player, finding)


def _shows_stuck(player: NaivePlayer, finding: Finding) -> bool:
    played = play(player.structure, finding.counterexample or ())
    return played.passage == finding.place and not played.open and not played.ending


def _shows_closed(player: NaivePlayer, finding: Finding) -> bool:
    played = play(player.structure, finding.counterexample or ())
    choice = player.structure.choice(finding.place)
    return played.passage == choice.source and choice not in played.open


def _shows_labels(player: NaivePlayer, finding: Finding) -> bool:
    played = play(player.structure, finding.counterexample or ())
    labels = {each.id: each.label.strip().lower() for each in played.open}
    return Counter(labels.values())[labels[finding.place]] > 1


def _shows_no_difference(player: NaivePlayer, finding: Finding) -> bool:
    moves = player.next[player.at(finding.counterexample or ())]
    chosen = next(after for choice, after in moves if choice.id == finding.place)
    return any(
        choice.id != finding.place and player.alike(after, chosen) for choice, after in moves
    )


_SHOWN: Mapping[Law, Callable[[NaivePlayer, Finding], bool]] = {
    Law.STUCK: _shows_stuck,
    Law.OPENS: _shows_closed,
    Law.LABELS: _shows_labels,
    Law.OUTCOMES: _shows_no_difference,
}
