"""The driver of a stage's sections."""

from typing import Any

import pytest

from questfoundry.app.stages.batched_section import batch
from questfoundry.app.stages.section import Section, SectionFlow, SectionRequests, request_section
from questfoundry.domain.field_types import Artifact


class Name(Artifact):
    """A name."""

    name: str


class Age(Artifact):
    """An age."""

    age: int


class Person(Artifact):
    """A person."""

    name: str
    age: int


NAME = Section(name="name", model=Name, template="", guide="")
AGE = Section(name="age", model=Age, template="", guide="")
WHOLE: Section[Any] = batch((NAME, AGE), title="Whole", template="", variables={})


def person(*, preset: Age | None = None) -> SectionFlow:
    """Ask for a name and an age, which a joined section asks for together."""
    name = yield from request_section(
        Section(name="name", model=Name, template="", guide="", joined=lambda: WHOLE)
    )
    age = yield from request_section(
        Section(name="age", model=Age, template="", guide="", preset=preset)
    )
    return Person(name=name.name, age=age.age)


def test_sections_are_requested_one_after_the_other() -> None:
    """The stage needs each result before the next section; a preset one costs no call."""
    requests = SectionRequests(person(), is_batching=False)
    asked = []
    for answer in (Name(name="Mara"), Age(age=40)):
        assert requests.section is not None
        asked.append(requests.section.name)
        with pytest.raises(RuntimeError, match="no answer"):
            assert requests.artifact
        requests.submit(answer)
    assert asked == ["name", "age"]
    assert (requests.section, requests.count) == (None, 2)
    assert requests.artifact == Person(name="Mara", age=40)
    with pytest.raises(RuntimeError, match="answered"):
        requests.submit(Age(age=41))

    requests = SectionRequests(person(preset=Age(age=7)), is_batching=False)
    requests.submit(Name(name="Ilk"))
    assert requests.artifact == Person(name="Ilk", age=7)


def test_a_joined_answer_answers_the_later_sections() -> None:
    """A model that answers many sections at once saves calls."""
    requests = SectionRequests(person(), is_batching=True)
    assert requests.section is WHOLE
    requests.submit(WHOLE.model.model_validate({"name": "Mara", "age": 40}))
    assert (requests.section, requests.count) == (None, 2)
    assert requests.artifact == Person(name="Mara", age=40)
