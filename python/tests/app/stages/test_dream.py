"""DREAM and the interface of a stage."""

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from questfoundry.app.stages.dream import DreamStage, find_settled_names, find_size
from questfoundry.app.stages.registry import StageRegistry
from questfoundry.domain.errors import InputError
from questfoundry.domain.story.voice import DreamArtifact
from questfoundry.testing.scripted import calls, says
from tests.support.stage_runs import VISION, Ask, Workshop
from tests.support.toy_stage import ToyStage

IDEA = Ask(said="A noir mystery")


@given(st.sampled_from(sorted(VISION)), st.sampled_from(["gone", "", "   "]))
def test_every_field_of_a_vision_is_required(field: str, value: str) -> None:
    """Later stages read every field of the vision, so an empty field must be refused."""
    data: dict[str, Any] = {**VISION, field: value}
    if value == "gone":
        del data[field]

    with pytest.raises(ValidationError):
        DreamArtifact.model_validate(data)


async def test_the_vision_is_part_of_the_story() -> None:
    """Later stages read the vision; most stories need no content notes."""
    assert DreamArtifact.model_validate(VISION).content_notes == ""

    workshop = Workshop()
    await workshop.run_script([says("A."), says("B."), calls("submit_dream", VISION)], IDEA)

    vision = workshop.registry.story(workshop.store.artifacts).vision
    assert vision.themes == tuple(VISION["themes"])
    assert vision.creative_vision == VISION["creative_vision"]


BRIEF = """Genre: mystery, noir. The player is Mara Voss, a diver of the Fallow Quay.
Core Themes: Loyalty against Truth. For readers who like Raymond Chandler. The size is short."""


async def test_the_vision_keeps_what_the_brief_settled() -> None:
    """Later stages see the vision alone, so names and size must not get lost. (STG-6.4)"""
    told = "Mara Voss dives for the Fallow Quay."
    provider, run = Workshop().scripted(
        [
            says("Mara Voss."),
            says(BRIEF),
            calls("submit_dream", {**VISION, "size": "short"}),
            calls("submit_dream", {"creative_vision": told}),
        ]
    )
    result = await run.execute("dream", IDEA)

    first, repair = provider.requests[2:]
    assert "size" not in first.tools[0].parameters["properties"]
    assert [*repair.tools[0].parameters["properties"]] == ["creative_vision"]
    feedback = repair.messages[-1].content
    assert all(name in feedback for name in ("Mara Voss", "Fallow Quay"))
    assert "Chandler" not in feedback
    assert result.artifact.creative_vision == told


async def test_a_name_that_the_model_leaves_out_twice_is_its_choice() -> None:
    """Code cannot know whether a name matters, so it asks only once. (STG-6.4)"""
    again = {"creative_vision": VISION["creative_vision"]}
    script = [says("A."), says(BRIEF), calls("submit_dream", {**VISION, "size": "short"})]
    provider, run = Workshop().scripted([*script, calls("submit_dream", again)])
    await run.execute("dream", evolve(IDEA, attempts=2))
    assert len(provider.requests) == 4


@pytest.mark.parametrize(
    ("brief", "size", "names"),
    [
        ("Size: medium. It starts on Skarn.", "medium", ("Skarn",)),
        ("**Size:** Medium or long", None, ()),
        ("A short story of long nights.", None, ()),
        ("Genre: Science Fiction\nTone: Wry, by way of Cormac McCarthy", None, ()),
        ("Themes: Debt versus Freedom; The Price of Knowledge", None, ()),
        ("Die Spielerin ist Mara Voss, die ihren Bruder in der Stadt sucht.", None, ()),
    ],
)
def test_only_what_a_brief_settles_for_certain_is_checked(brief, size, names) -> None:
    """A wrong fault would cost a request and change a good vision."""
    assert find_size(brief) == size
    assert find_settled_names(brief) == names


@given(st.lists(st.text(min_size=1, max_size=20).filter(str.strip), max_size=8))
def test_a_vision_has_two_to_five_different_themes(themes: list[str]) -> None:
    """Too few themes give no direction, and too many give no focus."""
    different = len({theme.strip().casefold() for theme in themes}) == len(themes)
    valid = 2 <= len(themes) <= 5 and different
    try:
        DreamArtifact.model_validate({**VISION, "themes": themes})
    except ValidationError:
        assert not valid
    else:
        assert valid


@pytest.mark.parametrize("field", ["genre", "subgenre"])
def test_a_genre_is_a_single_term(field: str) -> None:
    """A genre with a slash is two genres, and exports expect one term."""
    with pytest.raises(ValidationError, match="contains '/'"):
        DreamArtifact.model_validate({**VISION, field: "sci-fi / fantasy"})


async def test_a_new_stage_runs_on_the_same_runner() -> None:
    """A stage from another package must run without changes to the runner. (STG-5.1)"""
    workshop = Workshop()
    workshop.registry = StageRegistry([DreamStage(), ToyStage("toy", needs=("dream",))])
    _, run = workshop.scripted([])
    with pytest.raises(InputError, match="Run the stage dream"):
        await run.execute("toy", IDEA)

    await workshop.run_script([says("A."), says("B."), calls("submit_dream", VISION)], IDEA)
    provider, run = workshop.scripted([says("A."), says("B."), calls("submit_toy", {"word": "x"})])
    result = await run.execute("toy", IDEA)

    assert result.version.made_from == {"dream": 1}
    assert [tool.name for tool in provider.requests[2].tools] == ["submit_toy"]
