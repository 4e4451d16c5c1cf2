"""Facts are paired where a reader meets both, and nowhere else."""

from collections.abc import Sequence

import pytest

from questfoundry.domain.checks.fact_pairs import FactPair, PairKind, find_fact_pairs
from questfoundry.domain.solver import Solver
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.text_fact import FactLine, TextFact

LED = frozenset({"flag::led"})
LEFT, RIGHT, END = "passage::left", "passage::right", "passage::end"
START = "passage::start"


def structure() -> Structure:
    """Return a fork whose branches rejoin; only the left one gives the flag ``led``."""
    choices = [(START, LEFT, LED), (START, RIGHT, frozenset()), (LEFT, END, ()), (RIGHT, END, ())]
    return Structure(
        start=START,
        passages=(
            Passage(id=START),
            Passage(id=LEFT),
            Passage(id=RIGHT),
            Passage(id=END, ending="ending::one", conditional_flags=LED),
        ),
        choices=tuple(
            Choice(id=f"{source}-{target}", source=source, target=target, grants=frozenset(grants))
            for source, target, grants in choices
        ),
    )


def fact(passage: str, line: str, *, number: int = 0, flag: str = "") -> TextFact:
    read = FactLine.parse(line)
    return TextFact(
        passage=passage,
        number=number,
        flag=flag,
        subject=read.subject,
        attribute=read.attribute,
        value=read.value,
        mode=read.mode,
    )


def pairs(*facts: TextFact) -> Sequence[FactPair]:
    return list(find_fact_pairs(Solver(structure()).search, facts))


@pytest.mark.parametrize(("first", "met"), [(START, True), (LEFT, True), (RIGHT, False)])
def test_lasting_facts_clash_only_for_a_reader_of_both(first: str, met: bool) -> None:
    """A contradiction between two branches is none, because no reader sees it. (PRS-10.1)"""
    found = pairs(
        fact(first, "Ilk | eyes | grey | always"),
        fact(END, "Ilk | eyes | brown | always", flag="flag::led"),
    )
    assert bool(found) is met
    if met:
        assert found[0].route == (f"{START}-{LEFT}", f"{LEFT}-{END}")


def test_a_state_clashes_unless_a_change_comes_between() -> None:
    """People move; only a reader who misses the move is puzzled. (PRS-10.1)"""
    before = fact(START, "the key | place | the drawer | now")
    after = fact(END, "the key | place | with Mara | now")
    moved = fact(LEFT, "the key | place | with Mara | changes")
    [clash, without] = pairs(before, moved, after)
    assert (clash.kind, clash.route) == (PairKind.CLASH, (f"{START}-{RIGHT}", f"{RIGHT}-{END}"))
    assert (without.kind, without.first) == (PairKind.WITHOUT, moved)
    everywhere = fact(RIGHT, "the key | place | with Mara | changes")
    assert pairs(before, moved, everywhere, after) == []


def test_knowledge_needs_a_reader_who_has_not_learnt_it() -> None:
    """A secret that only one branch tells must not be known in the other. (PRS-10.1)"""
    learns = fact(LEFT, "Mara | knows | Ilk paid | learns")
    knows = fact(END, "Mara | knows | Ilk paid | knows")
    [found] = pairs(learns, knows)
    assert (found.kind, found.second) == (PairKind.WITHOUT, knows)
    assert pairs(learns, fact(END, "Mara | knows | Ilk paid | knows", flag="flag::led")) == []


def test_suspects_stand_for_all_texts_that_state_the_same() -> None:
    """A model sees each statement once, but only another place of it may have a reader."""
    boots, socks = "Mara | feet | in boots | now", "the boots | place | by the stove | now"
    facts = [fact(LEFT, boots), fact(RIGHT, socks), fact(END, boots)]
    search = Solver(structure()).search
    [found] = find_fact_pairs(search, facts, suspects=[(facts[0], facts[1])])
    assert (found.first, found.second) == (facts[1], facts[2])


def test_what_is_gone_does_not_come_back() -> None:
    """A thing that was destroyed must not be picked up later. (PRS-10.1)"""
    gone = fact(START, "the letter | place | gone | changes")
    [found] = pairs(gone, fact(LEFT, "the letter | place | with Mara | changes"))
    assert (found.kind, found.first) == (PairKind.CLASH, gone)


@pytest.mark.parametrize(("place", "count"), [(RIGHT, 1), (END, 0)])
def test_a_state_of_another_branch_has_no_ground(place: str, count: int) -> None:
    """Text of one branch must not rely on events of the other. (PRS-10.1)"""
    change = fact(place, "the letter | state | burnt | changes", number=1)
    found = pairs(fact(LEFT, "the letter | state | burnt | now"), change)
    assert [each.kind for each in found] == [PairKind.WITHOUT] * count


@pytest.mark.parametrize(
    ("one", "other", "count"),
    [
        ("The grey sea.", "grey sea", 0),
        ("tin", "coffee tin", 0),
        ("dead", "not dead", 1),
        ("seven", "eight", 1),
        ("two", "two hundred", 1),
        ("fetched", "stole or fetched", 1),
    ],
)
def test_values_that_only_say_more_do_not_clash(one: str, other: str, count: int) -> None:
    """Each needless pair costs a judgement."""
    first, second = (f"the thing | looks | {each} | always" for each in (one, other))
    assert len(pairs(fact(START, first), fact(END, second))) == count


def test_equal_values_are_judged_once_for_each_text_that_differs() -> None:
    """Ten places before one wrong number are one question, but each wrong place is its own."""
    seven = [fact(each, "hives | number | seven | always") for each in (START, LEFT, RIGHT)]
    assert len(pairs(*seven, fact(END, "hives | number | eight | always"))) == 1
    wrong = [fact(each, "hives | number | eight | always") for each in (LEFT, END)]
    assert {each.second for each in pairs(seven[0], *wrong)} == {*wrong}


def test_one_text_can_contradict_itself() -> None:
    """Each reader of a text meets its two lasting values, but a change is none. (PRS-10.1)"""
    grey, brown = (fact(LEFT, f"Ilk | eyes | {each} | always") for each in ("grey", "brown"))
    [found] = pairs(grey, brown)
    assert found.route == (f"{START}-{LEFT}",)
    before = fact(LEFT, "the key | place | the drawer | now")
    assert pairs(before, fact(LEFT, "the key | place | with Mara | changes")) == []
