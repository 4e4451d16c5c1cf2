"""Tests that a structure written as Twee is read back unchanged."""

import re
from collections import Counter

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from questfoundry.app.structure.check import check_foreign
from questfoundry.domain.protocols.exporter import SourceFile, StoryExporter
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export import variables
from questfoundry.infra.export.text import one_line
from questfoundry.infra.export.twine_formats import (
    ChapbookExporter,
    HarloweExporter,
    SnowmanExporter,
    TweeExporter,
)
from questfoundry.infra.foreign.twee import TweeReader
from tests.strategies.hostile import editions, hostile_text
from tests.strategies.structures import structures
from tests.support.editions import (
    remembering_edition,
    small_edition,
    with_chapters,
    with_clues,
    with_deeds,
    with_inserts,
)
from tests.support.examples import examples
from tests.support.reading import twee
from tests.support.twee_writer import NOTATIONS, write

NAMES = hostile_text().filter(lambda text: text == text.strip() and not re.search(r"[\r\n]", text))
LABELS = NAMES.filter(lambda text: "[[" not in text)  # SugarCube reads links in labels


@st.composite
def named(draw: DrawFn) -> Structure:
    """Return any structure with hostile names and labels in which no choice leaves an ending."""
    plain = draw(structures())
    count = len(plain.passages)
    names = draw(st.lists(NAMES, min_size=count, max_size=count, unique=True))
    name = dict(zip((passage.id for passage in plain.passages), names, strict=True))
    over = {passage.id for passage in plain.passages if passage.ending}
    return Structure(
        start=name[plain.start],
        passages=tuple(Passage(id=each) for each in names),
        choices=tuple(
            evolve(
                choice,
                source=name[choice.source],
                target=name[choice.target],
                label=draw(LABELS),
                **{
                    which: [flag.replace("flag::", "$") for flag in getattr(choice, which)]
                    for which in ("requires", "forbids", "grants")
                },
            )
            for choice in plain.choices
            if choice.source not in over
        ),
    )


@given(named(), st.data())
@examples(150, suppress_health_check=[HealthCheck.too_slow])
def test_any_structure_is_read_as_it_was_written(structure: Structure, data: st.DataObject) -> None:
    """The reader must understand every notation, whatever characters names contain."""
    notations = [data.draw(st.sampled_from(NOTATIONS)) for _ in structure.choices]
    story = twee(write(structure, notations))
    assert story.unmodelled == ()
    read = story.structure
    assert read.start == structure.start
    assert [each.id for each in read.passages] == [each.id for each in structure.passages]
    going_on = {choice.source for choice in structure.choices}
    assert {each.id for each in read.passages if not each.ending} == going_on
    assert [without_id(choice) for choice in read.choices] == [
        without_id(choice)
        for passage in structure.passages
        for choice in structure.choices
        if choice.source == passage.id
    ]
    assert len({choice.id for choice in read.choices}) == len(read.choices)


def without_id(choice: Choice) -> Choice:
    return evolve(choice, id="")


@given(editions())
@examples(25, suppress_health_check=[HealthCheck.too_slow])
def test_our_own_twee_has_our_structure(edition: Edition) -> None:
    """An exported story that a colleague edits must come back with the same structure. (FMT-8.2)"""
    file, _ = TweeExporter().export(edition)
    story = TweeReader().read([SourceFile(file.name, file.content)])
    assert story.unmodelled == ()
    assert shape(story.structure) == shape(as_written(edition))


def as_written(edition: Edition) -> Structure:
    """Return the structure with variables in place of flags."""
    known = variables.variables_of(edition, also=[each.id for each in edition.clues])

    def names(flags: frozenset[str]) -> frozenset[str]:
        return frozenset(variables.variables_for(flags, known))

    choices = tuple(
        evolve(
            each,
            requires=names(each.requires),
            forbids=names(each.forbids),
            grants=names(each.grants),
        )
        for each in edition.structure.choices
    )
    return evolve(edition.structure, choices=choices)


def shape(structure: Structure) -> object:
    """Return what stays the same under any names of passages and flags; choices identify a flag."""
    place = {passage.id: number for number, passage in enumerate(structure.passages)}
    choices = sorted(structure.choices, key=lambda choice: place[choice.source])
    sets = [(choice.requires, choice.forbids, choice.grants) for choice in choices]
    flags = {flag for three in sets for one in three for flag in one}
    return (
        place[structure.start],
        [bool(passage.ending) for passage in structure.passages],
        [(place[each.source], place[each.target], one_line(each.label)) for each in choices],
        Counter(tuple(flag in one for three in sets for one in three) for flag in flags),
    )


@pytest.mark.parametrize(
    "exporter",
    [TweeExporter(), HarloweExporter(), ChapbookExporter(), SnowmanExporter()],
    ids=["twee", "harlowe", "chapbook", "snowman"],
)
@pytest.mark.parametrize(
    "edition",
    [
        with_clues(small_edition(), "It was so."),
        with_inserts(remembering_edition()),
        with_chapters(with_inserts(with_deeds(small_edition()))),
    ],
    ids=["clues", "flags", "deeds"],
)
def test_every_export_is_understood(exporter: StoryExporter, edition: Edition) -> None:
    """Authors continue an export in Twine, and a report about our own code would mislead them."""
    file, _ = exporter.export(edition)
    story = TweeReader().read([SourceFile(file.name, file.content)])
    assert (story.unmodelled, story.findings, check_foreign(story).errors) == ((), (), ())
