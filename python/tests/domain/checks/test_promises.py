"""Tests of the laws that the story keeps what topics and options promise."""

from unittest.mock import patch

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from questfoundry.domain.checks.law import Law
from questfoundry.domain.checks.promises import find_broken_promises, find_unanswered_options
from questfoundry.domain.checks.stats import find_unbalanced_readings
from questfoundry.domain.finding import Finding
from questfoundry.domain.solver.graph import build_graph
from questfoundry.domain.solver.search import Search
from questfoundry.domain.story.passage import Structure, play
from tests.strategies.structures import FLAGS, structures
from tests.support.examples import examples
from tests.support.series import StructureWriter

KEY, LAMP = frozenset({"mark::key"}), frozenset({"mark::lamp"})


def search(structure: Structure) -> Search:
    return Search(graph=build_graph(structure))


def with_topics(*, locked: frozenset[str]) -> Structure:
    """Return a hub with two topics and a door for their flags; a player reads one topic."""
    writer = StructureWriter()
    start, key, lamp = (writer.passage(each) for each in ("start", "key", "lamp"))
    hall, out = writer.passage("hall"), writer.passage("out", ending="ending::out")
    vault = writer.passage("vault", ending="ending::vault")
    writer.choice(start, key, grants=KEY)
    writer.choice(start, lamp, grants=LAMP)
    writer.choice(key, hall)
    writer.choice(lamp, hall)
    writer.choice(hall, out)
    writer.choice(hall, vault, requires=locked)
    made = writer.structure
    topics = (evolve(e, hub=start) if e.id in (key, lamp) else e for e in made.passages)
    return evolve(made, passages=tuple(topics))


def test_a_choice_that_a_topic_promises_must_be_possible() -> None:
    """A player who found the key expects a door that opens with it. (LAW-12.1)"""
    assert list(find_broken_promises(search(with_topics(locked=KEY)))) == []
    broken = list(find_broken_promises(search(with_topics(locked=KEY | LAMP))))
    assert [(each.rule, each.place) for each in broken] == [
        (Law.PROMISES, "passage::key"),
        (Law.PROMISES, "passage::lamp"),
    ]


def unanswered(structure: Structure) -> dict[str, Finding]:
    """Return the findings by flag; families of flag sets must find the same as single states."""
    found = [*find_unanswered_options(search(structure))]
    with patch.object(Search, "space", None):
        by_families = [*find_unanswered_options(search(structure))]
    assert list(map(measure, found)) == list(map(measure, by_families))
    for each in found:
        assert play(structure, each.counterexample or ()).ending
    return {each.problem.split("'")[1]: each for each in found}


def measure(finding: Finding) -> tuple[str, int]:
    return finding.problem, len(finding.counterexample or ())


def rename(flags: frozenset[str]) -> frozenset[str]:
    return frozenset(each.replace("flag::", "mark::") for each in flags)


def is_read(structure: Structure, place: str, flag: str) -> bool:
    return flag in structure.passage(place).conditional_flags or any(
        flag in each.requires | each.forbids for each in structure.outgoing_choices(place)
    )


def ends_unread(structure: Structure, flag: str) -> bool:
    """Return whether a playthrough grants ``flag`` and ends without reading it, by walking all."""
    waiting = [(structure.start, frozenset[str](), False)]
    for here, flags, owed in waiting:
        if is_read(structure, here, flag):
            owed = False
        if structure.passage(here).ending and owed:
            return True
        waiting += [
            (each.target, each.apply(flags), owed or flag in each.grants)
            for each in structure.selectable_choices(here)
            if each.is_open(flags)
        ]
    return False


@examples(150)
@given(structures(loops=False), st.integers(0, 6))
def test_an_option_is_answered_exactly_if_every_playthrough_reads_it(
    drawn: Structure, reader: int
) -> None:
    """An answer that only some routes have must be found, and no other. (LAW-12.1)"""
    structure = evolve(
        drawn,
        passages=tuple(
            evolve(each, conditional_flags=rename(frozenset(FLAGS[:1])))
            if each.id == f"passage::{reader}"
            else each
            for each in drawn.passages
        ),
        choices=tuple(
            evolve(
                each,
                requires=rename(each.requires),
                forbids=rename(each.forbids),
                grants=rename(each.grants),
            )
            for each in drawn.choices
        ),
    )
    found = unanswered(structure)
    for flag in rename(frozenset(FLAGS)):
        readers = [each.id for each in structure.passages if is_read(structure, each.id, flag)]
        assert (flag in found) == (bool(readers) and ends_unread(structure, flag))


def test_an_option_that_no_player_finds_owes_no_answer() -> None:
    """A passage behind a door that never opens once made the law about balance divide by zero."""
    writer = StructureWriter()
    start, shut = writer.passage("start"), writer.passage("shut")
    out = writer.passage("out", ending="ending::out")
    read = writer.passage("read", ending="ending::read")
    writer.choice(start, shut, requires=LAMP)
    writer.choice(start, out)
    writer.choice(shut, read, grants=KEY, requires=frozenset({"level::trust-up-1"}))
    writer.choice(shut, out, grants=KEY)
    made = writer.structure
    asking = search(
        evolve(
            made,
            passages=tuple(
                evolve(e, conditional_flags=KEY if e.id == read else frozenset())
                for e in made.passages
            ),
            choices=tuple(evolve(each, moves={"stat::trust": 1}) for each in made.choices),
        )
    )
    assert list(find_unanswered_options(asking)) == []
    assert list(find_unbalanced_readings(asking)) == []
