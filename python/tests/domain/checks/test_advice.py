"""Tests for warnings, which advise an author on a sound story."""

from attrs import evolve

from questfoundry.domain.checks.advice import MAX_LENGTH_RATIO, MAX_STRETCH, RARE_SHARE
from questfoundry.domain.checks.check import check
from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Finding, Severity
from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.passage import Choice, Passage, Structure, play
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.weave import weave
from tests.support.planned_story import story_about
from tests.support.quests import random_quests
from tests.support.shapes import Shape, shaped
from tests.support.walked_laws import is_sound


def row(length: int, *first: str) -> Structure:
    """Return a chain of passages with one choice each; the first passage has the beats `first`."""
    passages = [
        Passage(id=f"passage::{place}", beats=() if place else first) for place in range(length)
    ]
    passages.append(Passage(id="passage::end", ending="over"))
    return Structure(
        start=passages[0].id,
        passages=tuple(passages),
        choices=tuple(
            Choice(id=f"choice::{place}", source=passages[place].id, target=passages[place + 1].id)
            for place in range(length)
        ),
    )


def with_more(structure: Structure, *choices: Choice) -> Structure:
    return evolve(structure, choices=(*structure.choices, *choices))


def warned(structure: Structure, law: Law, **given: object) -> list[Finding]:
    findings = check(structure, **given)
    assert law.severity is Severity.WARNING
    return [finding for finding in findings if finding.rule == law]


def test_advice_does_not_make_a_story_unsound() -> None:
    findings = check(row(MAX_STRETCH + 1))
    assert findings
    assert is_sound(findings)


def test_the_example_of_a_stretch_can_be_played_where_levels_open_its_choices() -> None:
    """A walk with a wrong value of a stat would find no open choice, and end the check."""
    down, closed = {"stat::air": -2}, frozenset({"level::air-down-1"})
    structure = Structure(
        start="passage::0",
        passages=(Passage(id="passage::0"), Passage(id="passage::1")),
        choices=(
            Choice(id="choice::on", source="passage::1", target="passage::1", forbids=closed),
            Choice(id="choice::go", source="passage::0", target="passage::1", moves=down),
            Choice(
                id="choice::up", source="passage::0", target="passage::0", moves={"stat::air": 1}
            ),
        ),
    )
    (found,) = warned(structure, Law.STRETCHES)
    assert found.counterexample is not None
    assert play(structure, found.counterexample).choices[-1] == "choice::on"


def test_without_advice_all_errors_are_found() -> None:
    lost = Passage(id="passage::lost", ending="over")
    structure = row(MAX_STRETCH + 1)
    structure = evolve(structure, passages=(*structure.passages, lost))
    told, found = check(structure), check(structure, advice=False)
    assert Law.STRETCHES in {each.rule for each in told}
    assert found == tuple(each for each in told if each.severity is Severity.ERROR) != ()


def test_two_choices_that_do_the_same_are_told() -> None:
    """Two choices with the same effect only look like a decision; unread flags do not count."""
    twin = Choice(id="twin", source="passage::0", target="passage::1", grants={"flag::a"})
    structure = with_more(row(2), twin)
    (finding,) = warned(structure, Law.OUTCOMES)
    assert (finding.place, finding.counterexample) == ("twin", ())
    secret = Choice(id="secret", source="passage::1", target="passage::end", requires={"flag::a"})
    read = warned(with_more(structure, secret), Law.OUTCOMES)
    assert [finding.place for finding in read] == ["secret"]


def test_an_insert_tells_apart_what_choices_do_not() -> None:
    """Conditional text makes a choice matter, except for players who have its flag already."""
    twin = Choice(id="twin", source="passage::1", target="passage::2", grants={"mark::a"})
    structure = with_more(row(3), twin)
    passages = [evolve(each, conditional_flags={"mark::a"}) for each in structure.passages]
    assert not warned(evolve(structure, passages=tuple(passages)), Law.OUTCOMES)
    before = evolve(structure.choices[0], grants={"mark::a"})
    again = evolve(structure, passages=tuple(passages), choices=(before, *structure.choices[1:]))
    assert [each.place for each in warned(again, Law.OUTCOMES)] == ["twin"]


def test_a_flag_that_nothing_reads_is_told_at_the_choice_that_grants_it() -> None:
    """An unread flag often means that the author forgot the choice that needs it."""
    grants = Choice(id="grants", source="passage::0", target="passage::end", grants={"flag::a"})
    (finding,) = warned(with_more(row(2), grants), Law.FLAGS)
    assert finding.place == "grants"
    assert "'flag::a'" in finding.problem
    moving = evolve(grants, moves={"stat::trust": 1})  # the stat is read instead
    assert warned(with_more(row(2), moving), Law.FLAGS) == []


def test_a_flag_that_prose_reads_is_not_told() -> None:
    """Prose can depend on a flag that no choice reads, and a warning would be wrong."""
    story = shaped(Shape(residue=Residue.COSMETIC), Shape(hard=True))
    structure = weave(story).structure
    assert not [each for each in check(structure, story=story) if each.rule == Law.FLAGS]
    forgetful = evolve(
        structure, passages=tuple(evolve(each, remembers=()) for each in structure.passages)
    )
    told = [each.place for each in check(forgetful, story=story) if each.rule == Law.FLAGS]
    assert told == [each.id for each in structure.choices if "::d1-" in each.takes for _ in "12"]


def test_an_ending_that_hardly_any_arc_reaches_is_told() -> None:
    """An author should know that almost no player will see an ending. (LAW-7.4)"""

    def odds(others: int) -> Structure:
        hidden = Passage(id="passage::hidden", ending="hidden")
        base = row(1)
        ways = [
            Choice(id=f"way {each}", source="passage::0", target="passage::end")
            for each in range(others - 1)
        ]
        door = Choice(id="door", source="passage::0", target=hidden.id)
        return with_more(evolve(base, passages=(*base.passages, hidden)), *ways, door)

    assert warned(odds(RARE_SHARE - 1), Law.SHARES) == []
    (finding,) = warned(odds(RARE_SHARE), Law.SHARES)
    assert finding.place == "passage::hidden"
    assert f"Of {RARE_SHARE + 1} players" in finding.problem


def test_a_long_row_of_passages_without_a_choice_is_told_and_shown() -> None:
    """A player who only clicks "continue" for long stops feeling in control."""
    assert warned(row(MAX_STRETCH), Law.STRETCHES) == []
    structure = row(MAX_STRETCH + 1)
    (finding,) = warned(structure, Law.STRETCHES)
    taken = finding.counterexample or ()
    assert finding.place == "passage::0"
    assert all(len(play(structure, taken[:step]).open) == 1 for step in range(MAX_STRETCH + 1))
    crossing = Choice(id="crossing", source="passage::2", target="passage::end")
    assert warned(with_more(structure, crossing), Law.STRETCHES) == []
    closed = evolve(crossing, requires={"flag::never"})
    assert warned(with_more(structure, closed), Law.STRETCHES) == [finding]


def test_advice_on_errands_that_hang_on_each_other_is_proven_and_shown() -> None:
    """Warnings must stay proven for 80 errands whose choices depend on earlier errands."""
    structure = random_quests(80)
    findings = check(structure)
    assert all(each.proven for each in findings)
    assert [each.place for each in findings if each.rule == Law.SHARES] == ["passage::won"]
    stretches = [each for each in findings if each.rule == Law.STRETCHES]
    assert len(stretches) > 50
    for each in stretches:
        taken = each.counterexample or ()
        before = taken[: -MAX_STRETCH - 1]
        # Each errand takes two choices, so no shorter route leads there.
        number = each.place.removeprefix("passage::").strip("abcdefghijklmnopqrstuvwxyz-")
        assert play(structure, before).passage == each.place
        assert len(before) in (2 * int(number.split("-")[0]) + 1, 2 * int(number.split("-")[0]) + 2)
        for step in range(len(before), len(taken)):
            assert len(play(structure, taken[:step]).open) == 1


def test_somebody_who_is_met_early_and_never_again_is_told() -> None:
    """A character who vanishes early is usually a thread that the author forgot."""
    story = story_about(("one",))
    structure = row(5, "beat::one-x")
    (finding,) = warned(structure, Law.CAST, story=story)
    assert finding.place == "passage::0"
    assert "'character::one'" in finding.problem
    early = with_more(structure, Choice(id="early", source="passage::0", target="passage::end"))
    assert warned(early, Law.CAST, story=story) == []
    extras = evolve(
        story, entities=tuple(evolve(entity, background=True) for entity in story.entities)
    )
    assert warned(structure, Law.CAST, story=extras) == []


def test_a_passage_unlike_its_neighbours_in_length_is_told() -> None:
    """A passage much longer or shorter than its neighbours breaks the rhythm of reading."""
    usual, structure = 100, row(5)

    def places(third: int, last: int = 2 * usual) -> list[str]:
        counts = (2 * usual, usual, third, usual, last)
        words = {f"passage::{place}": count for place, count in enumerate(counts)}
        return [finding.place for finding in warned(structure, Law.LENGTHS, words=words)]

    assert places(MAX_LENGTH_RATIO * usual) == []
    assert places(MAX_LENGTH_RATIO * usual + 1) == ["passage::2"]
    assert places(2 * usual, last=usual // MAX_LENGTH_RATIO) == ["passage::4"]


def test_what_seed_kept_must_be_told() -> None:
    """An entity or path that the plan keeps must appear in some passage."""
    story = story_about(("one",))
    findings = check(row(1, "beat::one-y"), story=story)
    told = [(each.rule, each.severity) for each in findings if each.rule != Law.CAST]
    assert told == [(Law.ENTITIES, Severity.ERROR), (Law.PATHS, Severity.ERROR)]
    both = check(row(2, "beat::one-x", "beat::one-y"), story=story)
    assert {Law.ENTITIES, Law.PATHS}.isdisjoint(each.rule for each in both)
    assert check(row(1), story=Story()) == ()
