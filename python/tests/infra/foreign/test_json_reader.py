"""Tests of reading the exported JSON, and of errors with their place in the file."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given

from questfoundry.domain.errors import InputError
from questfoundry.domain.protocols.exporter import SourceFile
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.source_text import FilePlace
from questfoundry.domain.story.stat import ranges_of
from questfoundry.infra.export.story_document import JsonExporter
from questfoundry.infra.foreign.json_reader import JsonStoryReader
from tests.strategies.hostile import editions
from tests.strategies.stat_editions import stat_editions
from tests.support.editions import small_edition
from tests.support.examples import examples
from tests.support.stat_story import stat_edition


def read(content: str | bytes) -> ForeignStory:
    data = content if isinstance(content, bytes) else content.encode()
    return JsonStoryReader().read([SourceFile("story.json", data)])


def exported(edition: Edition) -> bytes:
    (file,) = JsonExporter().export(edition)
    return file.content


def damaged(damage: Callable[[Any], object]) -> str:
    data = json.loads(exported(small_edition()))
    damage(data)
    return json.dumps(data)


@given(editions())
@examples(25, suppress_health_check=[HealthCheck.too_slow])
def test_any_structure_is_read_as_it_was_written(edition: Edition) -> None:
    """A story that changes between export and import would be silently damaged."""
    story = read(exported(edition))
    passages = tuple(
        evolve(each, callback_flags=(), conditional_flags=()) for each in edition.structure.passages
    )
    assert story.structure == evolve(edition.structure, passages=passages)
    assert (story.title, story.unmodelled) == (edition.title, ())
    assert set(story.words) == {passage.id for passage in edition.structure.passages}


@given(stat_editions())
@examples(10, suppress_health_check=list(HealthCheck))
def test_stats_are_read_as_they_were_written(edition: Edition) -> None:
    """The file says each condition twice, and both must not become one too many."""
    read_choices = read(exported(edition)).structure.choices
    for found, choice in zip(read_choices, edition.structure.choices, strict=True):
        assert found.moves == choice.moves
        assert ranges_of(found.requires, found.forbids) == ranges_of(
            choice.requires, choice.forbids
        )
        assert {each for each in found.grants if each in edition.flags} >= {
            each for each in choice.grants if each in edition.flags
        }


def test_conditions_without_their_numbers_are_refused() -> None:
    """A reader that ignores a condition would open a closed choice."""
    data = json.loads(exported(stat_edition()))
    ask = next(each for each in data["choices"] if each["id"] == "choice::ask")
    del ask["levels"]
    with pytest.raises(InputError, match=r"'choice::ask' has 1 conditions on stats in `requires`"):
        read(json.dumps(data))


def test_every_passage_and_choice_has_its_line() -> None:
    """Findings must lead the author to the right line of the file."""
    edition = evolve(small_edition(), title='"passages": [{', hook="\\")
    content = exported(edition)
    lines = content.decode().split("\n")
    story = read(content)
    for part in (*edition.structure.passages, *edition.structure.choices):
        place = story.places[part.id]
        assert (place.file, lines[place.line - 1].strip()) == ("story.json", "{")
        assert json.dumps(part.id) in lines[place.line]


def test_of_two_passages_with_an_id_the_first_is_located() -> None:
    text = damaged(lambda data: data["passages"].append(data["passages"][0]))
    story = read(text.replace('{"id": "passage::', '\n{"id": "passage::'))
    assert story.places[story.structure.start] == FilePlace("story.json", 2)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{\n"format": nope', "'story.json', line 2, column 11: Expecting value"),
        ("[" * 100_000, "'story.json' cannot be read as JSON: maximum recursion depth"),
        ("9" * 5000, "'story.json' cannot be read as JSON: Exceeds the limit"),
        ('{"a": 1, "a": 2}', "'story.json' cannot be read as JSON: one object has the key 'a'"),
        ("[]", "'story.json' is JSON, but no story: its 'format' is not 'questfoundry-story'"),
        ('{"format": "x"}', "'story.json' is JSON, but no story"),
    ],
)
def test_what_is_no_story_is_refused(content: str, told: str) -> None:
    """A wrong file must be refused with the exact place, not with a traceback."""
    with pytest.raises(InputError) as refused:
        read(content)
    assert str(refused.value).startswith(told)


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda data: data["passages"][3].pop("title"), "$.passages[3].title: The key is missing."),
        (lambda data: data["choices"][0].update(to="x"), "$.choices[0].to: There is no such key."),
        (lambda data: data["vision"].update(size=7), "$.vision.size: 7 is not possible here."),
        (lambda data: data.update(ifid="lower"), "$.ifid: 'lower' does not have the form"),
    ],
)
def test_a_fault_is_told_with_its_path(damage: Callable[[Any], object], told: str) -> None:
    """The path leads to the one wrong field of hundreds. (FMT-2.4)"""
    with pytest.raises(InputError) as refused:
        read(damaged(damage))
    assert told in str(refused.value)


def test_of_many_faults_the_first_are_told() -> None:
    with pytest.raises(InputError) as refused:
        read(damaged(lambda data: [each.clear() for each in data["choices"]]))
    assert str(refused.value).count("$.choices") == 5
    assert "more" in str(refused.value)


def test_a_newer_version_is_refused_as_that() -> None:
    """A newer format must produce the advice to update, not a list of unknown fields."""
    with pytest.raises(InputError, match=r"uses version 5 of its format.*Update QuestFoundry"):
        read(damaged(lambda data: data.update(version=5, novelty=True)))


def test_two_files_are_not_one_story() -> None:
    """Two stories read as one would mix their passages."""
    with pytest.raises(InputError, match=r"'a\.json', 'b\.json': a story in JSON is one file"):
        JsonStoryReader().read([SourceFile("a.json", b"{}"), SourceFile("b.json", b"{}")])
