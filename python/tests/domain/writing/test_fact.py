"""Tests for the rule that merges the facts of several passages in one request."""

from attrs import evolve

from questfoundry.domain.writing.fact import BriefedFact, FactKind, Scope, drop_facts, merge_facts

OUTCOME = BriefedFact(kind=FactKind.OUTCOME, texts=("The harbour is closed.",))
SECRET = BriefedFact(
    kind=FactKind.CLUE, scope=Scope.NONE, flag="why", question="Who?", texts=("The mayor.",)
)
DECISION = BriefedFact(
    kind=FactKind.DECISION, scope=Scope.SOME, flag="sink-it", texts=("You sank it.", "It is wet.")
)
PENDING = BriefedFact(kind=FactKind.PENDING, texts=("Ilk will owe Mara his life.",))


def test_a_fact_of_all_passages_is_said_once_for_all() -> None:
    """A fact that only some passages share would be wrong for the others."""
    assert merge_facts([(OUTCOME, SECRET), (SECRET,)]) == (SECRET,)


def test_what_an_earlier_passage_of_the_answer_states_is_not_said_again() -> None:
    """Repeating known facts wastes tokens, but a conditional text still needs its name."""
    learnt = evolve(SECRET, scope=Scope.ALL)
    facts = (OUTCOME, learnt, DECISION, PENDING)
    assert tuple(drop_facts(facts, (OUTCOME, SECRET, DECISION, PENDING))) == (
        evolve(DECISION, texts=()),
        PENDING,
    )
    assert tuple(drop_facts(facts, ())) == facts
