"""Tests for dividing a request for several batches into shared and separate parts."""

from attrs import evolve

from questfoundry.domain.writing.briefing import BriefedEntity, BriefedProse, Briefing
from questfoundry.domain.writing.fact import BriefedFact, FactKind, Scope
from questfoundry.domain.writing.request_lines import build_request_lines
from questfoundry.domain.writing.shared_context import share_briefings
from tests.support.briefings import BRIEFING
from tests.support.stage_runs import shipped_prompts

ILK = BriefedEntity(id="character::ilk", name="Ilk", concept="A sergeant.", facts=("limps",))
READ = BriefedProse(title="The Barge", text="It rains.\n\nIlk waits.", chosen="Wait")

LOSS = "has lost a boot in the mud below the lock"
RAIN = "It has rained on the barge since the night before last."


def row(ilk: BriefedEntity, *read: BriefedProse) -> tuple[Briefing, ...]:
    return (evolve(BRIEFING, entities=(ilk,), before=read),)


def test_what_is_true_of_somebody_in_one_row_is_said_there() -> None:
    """A fact of one batch in the shared part would make other batches wrong."""
    owes = evolve(ILK, now="Ilk owes Mara his life.", facts=("limps", "has lost a boot"))
    asked = share_briefings([row(ILK), row(owes)])
    assert asked.common.entities == (ILK,)
    first, second = (each.own.entities for each in asked.sequences)
    assert first == ()
    assert [(each.name, each.facts, each.now) for each in second] == [
        ("Ilk", ("has lost a boot",), "Ilk owes Mara his life.")
    ]


def test_what_only_one_row_has_read_of_a_passage_is_said_there() -> None:
    """Conditional text that only one batch's players read must not reach the other batches."""
    more = evolve(READ, text="It rains.\n\nMara hums.\n\nIlk waits.")
    for rows in ([row(ILK, READ), row(ILK, more)], [row(ILK, more), row(ILK, READ)]):
        asked = share_briefings(rows)
        assert asked.common.before == (READ,)
        told = {each.own.before for each in asked.sequences}
        assert told == {(), (evolve(READ, text="Mara hums."),)}


def test_what_was_chosen_there_parts_the_rows() -> None:
    """Batches that follow different choices of one passage share its text, not the choice."""
    gone = evolve(READ, chosen="Go")
    asked = share_briefings([row(ILK, READ), row(ILK, gone)])
    assert asked.common.before == (evolve(READ, chosen=""),)
    assert [each.own.before for each in asked.sequences] == [
        (evolve(READ, text=""),),
        (evolve(gone, text=""),),
    ]
    here = BriefedProse(title="The Desk", text="", chosen="Go")
    follows = share_briefings([row(ILK, READ), row(ILK, here)])
    assert [each.own.before for each in follows.sequences] == [(), (here,)]


def test_what_only_one_row_has_read_before_is_told_there() -> None:
    """Two endings can follow different passages, and each writer needs its own."""
    lock = BriefedProse(title="The Lock", text="It opens.")
    asked = share_briefings(
        [row(ILK, READ, lock), row(ILK, evolve(READ, chosen="Go"), evolve(lock, title="The Weir"))]
    )
    assert asked.common.before == (evolve(READ, chosen=""),)
    assert [[each.title for each in one.own.before] for one in asked.sequences] == [
        ["The Lock"],
        ["The Weir"],
    ]
    apart = share_briefings([row(ILK, READ, lock), row(ILK, evolve(lock, title="The Weir"))])
    assert apart.common.before == ()
    assert [len(each.own.before) for each in apart.sequences] == [2, 1]


def test_what_some_have_read_is_quoted_in_the_first_row_that_tells_of_it() -> None:
    """Quoting the same conditional text in every batch would waste tokens."""
    hummed = BriefedFact(
        kind=FactKind.DECISION,
        scope=Scope.SOME,
        flag="mara-hummed",
        texts=("Mara hummed.",),
        read="You still hear it.",
    )
    waved = evolve(hummed, flag="mara-waved", texts=("Mara waved.",), read="A hand comes up.")
    alone = [
        evolve(BRIEFING, facts=done)
        for done in ((hummed, waved), (waved,), (hummed, evolve(waved, read="A glove lies there.")))
    ]
    asked = share_briefings([(each,) for each in alone])
    assert [[(each.flag, each.read) for each in row.own.facts] for row in asked.sequences] == [
        [("mara-hummed", "You still hear it."), ("mara-waved", "A hand comes up.")],
        [("mara-waved", "")],
        [("mara-hummed", ""), ("mara-waved", "A glove lies there.")],
    ]


def test_a_fact_about_one_passage_stands_with_this_passage() -> None:
    """A batch must not lose or spread a fact that differs from passage to passage."""
    group = {"lesson_some": {"heading": "Only here:", "line": "- {text}"}}
    wording = {**shipped_prompts().wording("briefing"), "facts": group}
    gates = ("One gate.", "Two gates.")
    chain = tuple(
        evolve(
            BRIEFING,
            title=text,
            facts=(BriefedFact(kind=FactKind.LESSON, scope=Scope.SOME, texts=(text,)),),
        )
        for text in gates
    )
    for sequences in ((chain,), tuple((each,) for each in chain)):
        lines = build_request_lines(share_briefings(sequences), wording, outline=(), is_whole=False)
        rows = lines["rows"]
        passages = [each for row in rows for each in row["passages"]]
        assert [each["facts"][-2:] for each in passages] == [
            ("Only here:", f"- {text}") for text in gates
        ]
        assert not [line for part in (lines, *rows) for line in part["facts"] if line]


def test_what_a_row_has_in_common_with_an_earlier_row_is_said_once() -> None:
    """The same lines in each row cost tokens, and a writer looks for a difference in vain."""
    boot = row(evolve(ILK, facts=("limps", LOSS)))
    more = row(evolve(ILK, facts=("limps", LOSS), now="Ilk owes Mara his life."))
    known = BriefedFact(kind=FactKind.OUTCOME, scope=Scope.ALL, texts=(RAIN,))
    soaked = evolve(known, texts=("Ilk is wet.",))
    dry, wet = ((evolve(boot[0], facts=facts),) for facts in ((known,), (known, soaked)))
    wording = shipped_prompts().wording("briefing")
    rows = build_request_lines(
        share_briefings([row(ILK), dry, wet, more]), wording, outline=(), is_whole=False
    )["rows"]
    assert [each["entities"][2:] for each in rows] == [
        (),
        (f"- Ilk: {LOSS}.",),
        ("- as in row 2",),
        (f"- Ilk: {LOSS}. Now: Ilk owes Mara his life.",),
    ]
    told = [list(each["facts"]) for each in rows]
    heading = "True by now, unless changed in what was just read:"
    assert told[1][:3] == ["", heading, f"- {RAIN}"]
    assert told[2][:4] == ["", heading, "- as in row 2", "- Ilk is wet."]
