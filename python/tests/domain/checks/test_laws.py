"""Tests for the laws, compared with a brute-force walk over all flags."""

from collections.abc import Callable

import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.solver.play_length import measure_play_length
from questfoundry.domain.story.passage import Choice, Passage, Structure, play
from tests.strategies.structures import FLAGS, STORY, Told, sound, structures, with_choice
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer
from tests.support.planned_story import story_about
from tests.support.series import series
from tests.support.walked_laws import (
    WALKED,
    assert_as_walked,
    assert_shown,
    is_sound,
    of,
    sound_as_walked,
)


@examples(120)
@given(structures())
def test_every_breach_is_found_with_a_shortest_proof_and_nothing_else(structure: Structure) -> None:
    """A missed fault ships a broken story. (LAW-2.1, LAW-3.2, LAW-4.1)"""
    assert_as_walked(check(structure, story=STORY), NaivePlayer(structure, STORY), STORY)


@given(sound())
def test_a_sound_story_is_found_sound(told: Told) -> None:
    """A false error would stop a good story, whose passages are all played. (LAW-5.4)"""
    findings = check(told.structure, story=told.story)
    assert is_sound(findings)
    assert {finding.rule for finding in findings} <= {Law.CAST, Law.MATTERS, Law.ANSWERED}
    pace = measure_play_length(told.structure)
    assert pace is not None
    assert all(pace.visits.values())


def _drop(structure: Structure, place: int) -> Structure:
    return evolve(structure, choices=(*structure.choices[:place], *structure.choices[place + 1 :]))


def _ask_for_what_nobody_grants(structure: Structure, place: int) -> Structure:
    return with_choice(structure, place, requires=frozenset({"flag::ungranted"}))


@pytest.mark.parametrize("mutation", [_drop, _ask_for_what_nobody_grants])
@given(told=sound(), place=st.integers(0))
def test_a_choice_dropped_or_closed_is_always_caught(
    mutation: Callable[[Structure, int], Structure], told: Told, place: int
) -> None:
    """A lost or closed choice is the commonest damage, so the laws must always catch it."""
    mutated = mutation(told.structure, place % len(told.structure.choices))
    assert not is_sound(check(mutated, story=told.story))


@given(told=sound(), place=st.integers(0))
def test_a_grant_taken_away_is_always_caught(told: Told, place: int) -> None:
    """A choice that no longer sets its flag closes a later choice, which must be caught."""
    granting = [at for at, choice in enumerate(told.structure.choices) if choice.grants]
    if granting:
        mutated = with_choice(told.structure, granting[place % len(granting)], grants=frozenset())
        assert not is_sound(check(mutated, story=told.story))


@examples(120)
@given(told=sound(), place=st.integers(0), target=st.integers(0))
def test_a_redirected_choice_is_judged_as_walking_does(told: Told, place: int, target: int) -> None:
    """A choice that leads elsewhere must be judged exactly as a walk judges it."""
    structure = told.structure
    elsewhere = structure.passages[target % len(structure.passages)].id
    mutated = with_choice(structure, place % len(structure.choices), target=elsewhere)
    player = NaivePlayer(mutated, told.story)
    assert is_sound(check(mutated, story=told.story)) == sound_as_walked(player, told.story)


@examples(120)
@given(structures(), st.integers(1, 25))
def test_a_search_that_gives_up_changes_no_result(structure: Structure, most: int) -> None:
    """A limited search must report uncertainty and must never change a result."""
    whole = check(structure, story=STORY)
    part = check(structure, story=STORY, max_steps=most)
    assert {each.rule for each in whole} <= {each.rule for each in part}
    assert {_fault(each) for each in part if each.proven} <= {_fault(each) for each in whole}
    assert is_sound(whole) or not is_sound(part)


def _fault(finding: Finding) -> tuple[Law, str]:
    """Return a finding's rule, and its place unless the place depends on the order of search."""
    elsewhere = finding.rule in (Law.TRAPPED, Law.LOOPS, Law.COMMITS)
    return finding.rule, "" if elsewhere else finding.place


def test_too_many_states_are_called_not_proven_and_never_sound() -> None:
    """A story that is too large to check must not count as sound."""
    findings = check(series(soft=30, late=30), max_steps=100, effort=100)
    assert not is_sound(findings)
    assert Law.STUCK in {finding.rule for finding in findings}
    for finding in findings:
        assert not finding.proven
        assert finding.problem.startswith("Not proven: the search gave up")


def test_flags_that_live_side_by_side_are_proven_all_the_same() -> None:
    """Forty independent flags have too many states to list, and the laws must still be proven."""
    structure = series(soft=40, late=40)
    story = story_about(tuple(f"d{place}" for place in range(40)))
    assert is_sound(check(structure, story=story, max_steps=200))

    place = [choice.target for choice in structure.choices].index("passage::late25-y")
    broken = with_choice(structure, place, requires=frozenset({"flag::d26-y"}))
    errors = [
        each for each in check(broken, story=story, max_steps=200) if each.severity == "error"
    ]
    assert [(each.rule, each.place) for each in errors] == [(Law.STUCK, "passage::late24")]
    assert errors[0].counterexample
    assert not play(broken, errors[0].counterexample).open


SHUT_IN = Structure(
    start="hall",
    passages=(Passage(id="hall"), Passage(id="yard"), Passage(id="out", ending="free")),
    choices=(
        Choice(id="in", source="hall", target="yard", grants=FLAGS[:1]),
        Choice(id="on", source="yard", target="out", forbids=FLAGS[:1]),
    ),
)


@examples(100)
@given(structures())
@example(SHUT_IN)
def test_single_answers_tell_what_meeting_all_states_tells(structure: Structure) -> None:
    """The fallback search must find the same errors as the full search."""
    whole = check(structure, story=STORY)
    part = check(structure, story=STORY, max_steps=1)
    exact = (*WALKED, Law.COMMITS)
    assert {_fault(each) for each in of(part, *exact)} == {
        _fault(each) for each in of(whole, *exact)
    }
    assert all(each.proven for each in of(part, *exact))
    assert_shown(of(part, *WALKED), NaivePlayer(structure))
    assert is_sound(whole) or not is_sound(part)


@given(structures())
def test_errors_come_first_and_findings_are_the_same_each_time(structure: Structure) -> None:
    """Findings in a random order would make two reports impossible to compare. (LAW-1.1)"""
    findings = check(structure, story=STORY)
    severities = [finding.severity for finding in findings]
    assert severities == sorted(severities, key=list(Severity).index)
    assert check(structure, story=STORY) == findings
    assert all(finding.problem.endswith(".") and finding.fix.endswith(".") for finding in findings)


HALL = Passage(id="passage::hall")
OUT = Passage(id="passage::out", ending="free")
LEAVE = Choice(id="choice::leave", source=HALL.id, target=OUT.id)
HOUSE = Structure(start=HALL.id, passages=(HALL, OUT), choices=(LEAVE,))


@pytest.mark.parametrize(
    ("changes", "law", "place"),
    [
        ({"start": "passage::attic"}, Law.START, "passage::attic"),
        ({"passages": (HALL, OUT, OUT)}, Law.IDS, OUT.id),
        ({"choices": (LEAVE, LEAVE)}, Law.IDS, LEAVE.id),
        ({"passages": (HALL,)}, Law.JOINS, LEAVE.id),
        ({"passages": (HALL, OUT), "choices": (evolve(LEAVE, source="attic"),)}, Law.JOINS,
         LEAVE.id),
    ],
    ids=["start", "passages", "choices", "target", "source"],
)  # fmt: skip
def test_a_broken_form_is_told_alone(changes: dict, law: Law, place: str) -> None:
    """A structure without a valid form cannot be played, so other findings would be noise."""
    assert check(HOUSE) == ()
    (finding,) = check(evolve(HOUSE, **changes))
    assert (finding.rule, finding.place, finding.severity) == (law, place, Severity.ERROR)


def test_a_choice_that_leaves_an_ending_is_never_open() -> None:
    """A choice after an ending is never offered, and the author should learn why."""
    back = Choice(id="choice::back", source=OUT.id, target=HALL.id)
    (finding,) = check(evolve(HOUSE, choices=(LEAVE, back)))
    assert (finding.rule, finding.place) == (Law.OPENS, back.id)
    assert "the story ends" in finding.problem


@pytest.mark.parametrize(
    ("door", "why"),
    [
        ({"requires": FLAGS[:1]}, f"no choice sets {FLAGS[0]!r}"),
        ({"requires": FLAGS[1:2]}, f"it requires {FLAGS[1]!r}, which no player has in"),
        ({"forbids": FLAGS[2:]}, f"it forbids {FLAGS[2]!r}, which every player has in"),
        ({"requires": FLAGS[2:], "forbids": FLAGS[2:]}, "which every player has in"),
    ],
)
def test_a_choice_that_is_never_open_is_told_with_its_reason(door: dict, why: str) -> None:
    """The reason why a choice never opens tells the author which condition to change."""
    yard = Passage(id="passage::yard")
    structure = Structure(
        start=HALL.id,
        passages=(HALL, yard, OUT),
        choices=(
            Choice(id="in", source=HALL.id, target=yard.id, grants={FLAGS[2]}),
            Choice(id="on", source=yard.id, target=OUT.id, grants={FLAGS[1]}),
            Choice(id="door", source=yard.id, target=OUT.id, **door),
        ),
    )
    (finding,) = of(check(structure), Law.OPENS)
    assert why in finding.problem
    assert finding.counterexample == ("in",)
