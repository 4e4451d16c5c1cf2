"""Tests that a proven finding is true, however much of the story's code is unknown."""

from attrs import evolve
from hypothesis import event, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.app.structure.check import CheckResult, check_foreign
from questfoundry.domain.checks.law import Law
from questfoundry.domain.finding import Severity
from questfoundry.domain.story.foreign.story import ForeignStory, UnmodelledCode
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.source_text import FilePlace
from tests.strategies.structures import FLAGS, structures
from tests.support.examples import examples
from tests.support.naive_player import NaivePlayer
from tests.support.reading import passage, twee

PLACE = FilePlace("story.twee", 1)


def rules(report: CheckResult) -> set[tuple[str, str]]:
    """Return the proven errors as pairs of rule and place."""
    return {(each.item.rule, each.item.place) for each in report.errors}


@st.composite
def half_read(draw: DrawFn) -> tuple[Structure, ForeignStory]:
    """Return a structure, and the story as a reader sees it who does not know all of its code."""
    structure = draw(structures())
    unknown: list[UnmodelledCode] = []
    choices: list[Choice] = []
    changed = frozenset(draw(st.sets(st.sampled_from(FLAGS), max_size=1)))
    for choice in structure.choices:
        fate = draw(st.sampled_from(["read", "read", "read", "condition", "way"]))
        if fate == "way":
            unknown.append(UnmodelledCode(passage=choice.source, place=PLACE, what="way"))
            continue
        # The reader drops a flag everywhere if unknown code changes it somewhere.
        lost = changed | (choice.requires | choice.forbids if fate == "condition" else frozenset())
        if lost & (choice.requires | choice.forbids | choice.grants):
            unknown.append(
                UnmodelledCode(passage=choice.source, place=PLACE, what="code", can_jump=False)
            )
        choices.append(
            evolve(
                choice,
                requires=choice.requires - lost,
                forbids=choice.forbids - lost,
                grants=choice.grants - changed,
            )
        )
    going_on = {each.source for each in choices}
    passages = tuple(
        each if each.ending or each.id in going_on else evolve(each, ending=each.id)
        for each in structure.passages
    )
    read = Structure(start=structure.start, passages=passages, choices=tuple(choices))
    # The reader takes a passage without choices for an ending.
    truth = evolve(
        structure,
        passages=tuple(
            evolve(
                each, ending=each.ending or ("" if structure.outgoing_choices(each.id) else each.id)
            )
            for each in structure.passages
        ),
    )
    places = {each.id: PLACE for each in (*passages, *choices)}
    story = ForeignStory(
        title="", structure=read, words={}, unmodelled=tuple(unknown), places=places
    )
    return truth, story


@examples(800)
@given(half_read())
def test_what_is_called_proven_is_true(drawn: tuple[Structure, ForeignStory]) -> None:
    """A false error on somebody's own story destroys trust, so a full walk checks each."""
    truth, story = drawn
    player = NaivePlayer(truth)
    report = check_foreign(story)
    breaches = {(law.value, place) for law, place in player.breaches()}
    for each in report.errors:
        event(each.item.rule)
        if each.item.rule == Law.TRAPPED:
            # An unknown condition counts as open; if it is closed, the player is stuck earlier.
            trapped = player.at(each.item.counterexample or ())
            assert not any(player.ended(after) for after in player.ahead(trapped))
        elif each.item.rule == Law.OPENS:
            taken = {choice.id for moves in player.next.values() for choice, _ in moves}
            assert each.item.place not in taken
        else:
            assert (each.item.rule, each.item.place) in breaches
    if not story.unmodelled:
        assert not report.doubted


def test_a_macro_that_is_not_known_may_lead_to_the_passage_that_it_names() -> None:
    """An unknown macro may be a link, so a sound story must get no error."""
    report = check_foreign(passage('<<fade "Wait" "A">>\n[[B]]\n[[C]]', "SugarCube"))
    assert not report.errors
    assert ("Start", "A") in {(each.source, each.target) for each in report.structure.choices}


def test_somebody_is_stuck_where_all_on_the_way_is_known() -> None:
    """Unknown code elsewhere must not turn a certain dead end into a doubtful one."""
    story = twee(
        ":: Start\n[[A]]\n[[B]]\n:: A\n<<if $key>>[[C]]<</if>>\n:: B\n<<dance>>\n"
        '[[C][$key to true]]\n:: C\n:: StoryData\n{"format": "SugarCube"}'
    )
    assert (Law.STUCK, "A") in rules(check_foreign(story))
    hidden = twee(
        ":: Start\n[[A]]\n[[B]]\n:: A\n<<dance>><<if $key>>[[C]]<</if>>\n:: B\n"
        '[[C][$key to true]]\n:: C\n:: StoryData\n{"format": "SugarCube"}'
    )
    report = check_foreign(hidden)
    assert not report.errors
    (doubted,) = (each.item for each in report.doubted if each.item.finding.rule == Law.STUCK)
    assert doubted.cause.place == FilePlace("1.twee", 5)


def test_nobody_is_trapped_where_something_in_the_circle_may_lead_out() -> None:
    """Unknown code inside a loop may lead out, so the loop is not a proven trap."""
    circle = ":: Start\n[[A]]\n[[End]]\n:: End\n:: A\n[[B]]\n:: B\n[[A]]\n"
    assert rules(check_foreign(twee(circle))) == {(Law.TRAPPED, "A")}
    assert not check_foreign(twee(f"{circle}<<dance>>")).errors


def test_what_a_menu_or_a_script_does_may_happen_everywhere() -> None:
    """A passage that only a menu or script opens must not be called unreachable."""
    data = ':: StoryData\n{"format": "SugarCube"}\n'
    alone = f"{data}:: Start\n[[A]]\n:: A\n:: Inventory\n[[A]]\n"
    assert rules(check_foreign(twee(alone))) == {(Law.REACHED, "Inventory")}
    assert not check_foreign(twee(f"{alone}:: StoryMenu\n[[Inventory]]")).errors
    assert not check_foreign(twee(f"{alone}:: Code [script]\nsetup.go()")).errors


def test_a_broken_link_is_told_and_the_rest_is_checked() -> None:
    """A typo in one link must not hide the other faults of a story."""
    report = check_foreign(twee(":: Start\n[[Fitfy]]\n[[B]]\n:: Fifty\n:: B\n[[C]]\n:: C\n:: D"))
    assert rules(report) == {(Law.JOINS, "Start -> Fitfy #1")}
    (broken,) = (each.item for each in report.errors)
    assert "'Fifty'" in broken.fix
    doubted = {(each.item.finding.rule, each.item.finding.place) for each in report.doubted}
    assert {(Law.REACHED, "D"), (Law.REACHED, "Fifty")} <= doubted


def test_a_missing_start_and_a_double_passage_are_told_and_the_rest_is_checked() -> None:
    """A missing start or a duplicated passage must not stop the other checks."""
    report = check_foreign(twee(":: Begin\n[[B]]\n:: B\n:: B\n[[Begin]]\n:: Alone"))
    assert rules(report) == {(Law.START, "Start"), (Law.IDS, "B")}
    assert all(each.severity is Severity.ERROR for each in (e.item for e in report.errors))
    assert (Law.REACHED, "Alone") in {
        (each.item.finding.rule, each.item.finding.place) for each in report.doubted
    }
