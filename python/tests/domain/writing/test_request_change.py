"""Tests for the comparison of a request with the one that prose was written from."""

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.writing.briefing import (
    BriefedChoice,
    BriefedMinorChoice,
    BriefedMinorChoices,
    BriefedTrace,
    Briefing,
)
from questfoundry.domain.writing.fact import BriefedFact, FactKind, Facts, Scope
from questfoundry.domain.writing.request_change import (
    ChangeKind,
    RequestChange,
    RequestContent,
    find_request_changes,
)
from tests.support.briefings import BRIEFING, PROSE

LOST = "The harbour wall gave way in the storm."
CERTAIN = BriefedFact(kind=FactKind.OUTCOME, texts=(LOST,))
SECRET = BriefedFact(kind=FactKind.CLUE, scope=Scope.NONE, texts=("The mayor did it.",), flag="who")


def content(briefing: Briefing = BRIEFING, **origins: str) -> RequestContent:
    return RequestContent(briefing=briefing, origins=origins, vision=None)


def changed(
    prose: str = PROSE, old: Briefing = BRIEFING, **fields: Any
) -> dict[str, RequestChange]:
    """Return the changes by kind, where ``fields`` of the briefing ``old`` change."""
    found = find_request_changes(content(old), content(evolve(old, **fields)), prose)
    return {str(each.kind): each for each in found}


@pytest.mark.parametrize("scope", [None, Scope.SOME])
@pytest.mark.parametrize(
    ("prose", "kinds"),
    [
        (PROSE, set()),
        ("Since the storm, the harbour has no wall.", {"uncertain"}),
        ("[sink-it-1]\nSince the storm, the harbour has no wall.", set()),
    ],
)
def test_a_lost_certainty_counts_only_if_the_text_for_all_uses_it(scope, prose, kinds) -> None:
    """A player who skipped the storm must not read of it; other prose can stay. (FIL-11.2)"""
    old = evolve(BRIEFING, facts=(*BRIEFING.facts, CERTAIN))
    weaker = (evolve(CERTAIN, scope=scope),) if scope else ()
    found = changed(prose, old, facts=(*BRIEFING.facts, *weaker))
    assert found.keys() == kinds
    assert all(each.removed == (LOST,) for each in found.values())


def test_a_fact_that_the_writer_did_not_know_counts() -> None:
    """Prose written without a new fact may contradict it. (FIL-11.2)"""
    found = changed(facts=(*BRIEFING.facts, CERTAIN))
    assert found == {"facts": RequestChange(ChangeKind.FACTS, added=(LOST,))}


def test_a_fact_that_more_players_know_changes_nothing() -> None:
    """Prose that suits players with and without a fact suits those who all know it."""
    old = evolve(BRIEFING, facts=(*BRIEFING.facts, SECRET))
    assert changed(old=old, facts=(*BRIEFING.facts, evolve(SECRET, scope=Scope.ALL))) == {}


def test_a_needed_conditional_text_counts_only_if_the_prose_lacks_it() -> None:
    """Prose that already has the text needs no other. (FIL-11.1)"""
    one = BriefedMinorChoice(name="lamp", label="Take the lamp", left="You have the lamp.")
    group = BriefedMinorChoices(title="", ago=1, looked=False, minor_choices=(one,))
    added = {"minor_choices": (group,)}
    assert changed(**added)["inserts"].added == ("[lamp]",)
    with_text = f"{PROSE}\n\n[lamp]\nYou lift the lamp."
    assert changed(with_text, evolve(BRIEFING, **added)) == {}
    reworded = evolve(group, minor_choices=(evolve(one, left="You broke the lamp."),))
    found = changed(with_text, evolve(BRIEFING, **added), minor_choices=(reworded,))
    assert found["inserts"].added == ("[lamp] You broke the lamp.",)


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"title": "The Vault"}, "title"),
        ({"weight": 3}, "moments"),
        ({"entities": ()}, "people"),
        ({"choices": ()}, "choices"),
        ({"hook": "A bell rings."}, "place"),
        (
            {"traces": (BriefedTrace(residue="heavy", name="a", answer="b", seen="It rains."),)},
            "facts",
        ),
        (
            {"facts": (BriefedFact(kind=FactKind.ABSENCE, scope=Scope.SOME, texts=("Mara",)),)},
            "absent",
        ),
    ],
)
def test_own_content_counts(fields: dict[str, Any], kind: str) -> None:
    """What the passage itself tells must be what its writer was asked for. (FIL-11.1)"""
    assert changed(**fields).keys() == {kind}


def test_new_ways_in_count_and_closed_ways_do_not() -> None:
    """The beginning of a passage must follow from every passage that leads to it. (FIL-11.1)"""
    old, new = content(stairs="The Stairs"), content(stairs="Down", lift="The Lift")
    assert find_request_changes(old, new, PROSE) == (
        RequestChange(ChangeKind.ORIGINS, added=("The Lift",)),
    )
    assert find_request_changes(new, old, PROSE) == ()


words = st.sampled_from(["The wall gave way.", "Ilk is gone.", "The bell is cracked.", "It rains."])
facts: st.SearchStrategy[Facts] = st.lists(
    st.builds(
        BriefedFact,
        kind=st.sampled_from([FactKind.OUTCOME, FactKind.PENDING, FactKind.CLUE]),
        scope=st.sampled_from(Scope),
        texts=st.tuples(words),
    ),
    max_size=4,
).map(tuple)
choices = st.lists(
    st.builds(BriefedChoice, label=st.text(max_size=4), decides=st.just("")), max_size=4
)


@given(facts, choices, st.randoms(use_true_random=False), st.data())
def test_an_equal_or_weaker_request_never_asks_for_another_text(found, options, chance, data):
    """Forgotten facts and another order of choices leave unrelated prose alone. (FIL-11.2)"""
    old = evolve(BRIEFING, facts=found, choices=tuple(options))
    kept = tuple(each for each in found if data.draw(st.booleans()))
    weaker = tuple(
        evolve(each, scope=data.draw(st.sampled_from([each.scope, Scope.SOME]))) for each in kept
    )
    chance.shuffle(options)
    new = evolve(old, facts=weaker, choices=tuple(options))
    assert find_request_changes(content(old), content(new), "Nothing of that.") == ()
