"""The prompt names all fields if the schema is sent outside the prompt."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from attrs import evolve

from questfoundry.app.phases.finalization import build_finalization, keep_first_descriptions
from questfoundry.app.phases.repair_request import build_requests
from questfoundry.app.phases.sampling import RetryStrategy
from questfoundry.app.stages.fill.stage import FillStage
from questfoundry.app.stages.section import Section
from questfoundry.app.writing.reading import REVIEW
from questfoundry.domain.artifacts.fill import PassageReview
from questfoundry.domain.chat.messages import system, user
from questfoundry.domain.field_types import Artifact
from questfoundry.domain.models.traits import (
    Capabilities,
    ModelTraits,
    Profile,
    PromptStyle,
    StructuredOutput,
)
from questfoundry.domain.run.inputs import StageInputs
from tests.support.sections import next_section
from tests.support.small_story import (
    DILEMMAS,
    ENTITIES,
    GROW_SECTIONS,
    SECTIONS,
    made_until,
    story_of,
)
from tests.support.stage_runs import VISION, shipped_prompts, spelt_out

ANSWERS: Mapping[str, Mapping[str, Any]] = {
    "dream": {"dream": VISION},
    "brainstorm": {"entities": ENTITIES, "dilemmas": DILEMMAS},
    "seed": SECTIONS,
    "grow": GROW_SECTIONS,
}


async def sections() -> Mapping[str, Section]:
    """Return every section of every stage and the section for reviews."""
    workshop = await made_until("grow")
    found: dict[str, Section] = {}
    for name, answers in ANSWERS.items():
        stage, story = workshop.registry.get(name), story_of(workshop, before=name)
        made: dict[str, Artifact] = {}
        while section := next_section(stage, story, StageInputs(questions=True), made):
            made[section.name] = section.model.model_validate(answers[section.name])
            found[f"{name} {section.name}"] = section
    voice = next_section(FillStage(), story_of(workshop), StageInputs(), {})
    found["fill voice"] = voice
    found[REVIEW] = Section(
        name=REVIEW,
        model=PassageReview,
        template=f"templates/fill/{REVIEW}",
        guide=f"fields/fill_{REVIEW}",
    )
    return found


def names_in(schema: Any) -> Iterator[str]:
    """Yield the names of all properties at any depth."""
    if isinstance(schema, Mapping):
        yield from schema.get("properties", {})
        for value in schema.values():
            yield from names_in(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from names_in(value)


@pytest.mark.parametrize("style", PromptStyle)
async def test_every_field_of_every_section_is_named(style: PromptStyle) -> None:
    """A model that cannot see its schema fills unnamed fields at random."""
    traits = ModelTraits(
        capabilities=Capabilities(json_schema=True),
        profile=Profile(structured_output=StructuredOutput.SCHEMA, prompt_style=style),
    )
    for name, section in (await sections()).items():
        finalization = build_finalization(name.split()[0], section, shipped_prompts())
        [request] = build_requests(
            (),
            traits=traits,
            finalization=finalization,
            messages=(system("Be brief."), user("Write.")),
            strategy=RetryStrategy.from_traits(traits),
        )
        text = request.messages[-1].content
        if style is PromptStyle.SHORT:
            assert text == "Write."
            continue
        lines = dict(re.findall(r"^- ([\w.]+): (.*)$", text, re.MULTILINE))
        fields = set(names_in(request.response_schema)) - section.manifest.ids
        assert {each.rpartition(".")[2] for each in lines} == fields, name
        for field, said in lines.items():
            assert finalization.guide[field]["description"] in said, (name, field)


async def test_a_field_that_is_another_one_for_each_id_is_told_as_it_is_in_all_of_them() -> None:
    """A list of values for one id only would mislead the model about the other ids."""
    lines = await told_of("seed", "seed entities")
    assert lines["entities.decision"].endswith('(one of: "keep", "cut")')


async def test_values_that_several_fields_have_are_listed_once() -> None:
    """Repeating long lists of allowed values wastes tokens."""
    beats = next(each for each in await sections() if each.startswith("seed beats"))
    lines = await told_of("seed", beats)
    listed = [field for field, said in lines.items() if "location::" in said]
    assert len(listed) == 1
    others = [said for field, said in lines.items() if field.endswith("location")]
    assert [said.endswith(f"(as {listed[0]})") for said in others] == [
        False,
        *[True] * (len(others) - 1),
    ]


async def test_of_fields_that_the_template_tells_the_form_is_said() -> None:
    """Fields that the template explains need only their form in the prompt."""
    traits = ModelTraits(
        capabilities=Capabilities(json_schema=True),
        profile=Profile(structured_output=StructuredOutput.SCHEMA),
    )
    section = evolve((await sections())["seed paths"], has_field_descriptions=True)
    [request] = build_requests(
        (),
        traits=traits,
        finalization=build_finalization("seed", section, shipped_prompts()),
        messages=(system("Be brief."), user("Write.")),
        strategy=RetryStrategy.from_traits(traits),
    )
    text = request.messages[-1].content
    assert "\n- paths: summary (text, at most 500 characters)\n" in text
    assert "What happens on this path" not in text


async def told_of(stage: str, section: str) -> dict[str, str]:
    """Return the field descriptions in the prompt for a model with a native schema."""
    traits = ModelTraits(
        capabilities=Capabilities(json_schema=True),
        profile=Profile(structured_output=StructuredOutput.SCHEMA),
    )
    [request] = build_requests(
        (),
        traits=traits,
        finalization=build_finalization(stage, (await sections())[section], shipped_prompts()),
        messages=(system("Be brief."), user("Write.")),
        strategy=RetryStrategy.from_traits(traits),
    )
    text = request.messages[-1].content
    return dict(re.findall(r"^- ([\w.]+): (.*)$", text, re.MULTILINE))


async def test_a_model_that_sees_the_schema_is_not_told_of_it_twice() -> None:
    """A model that sees the tool schema does not need the fields in the prompt as well."""
    traits = ModelTraits(profile=Profile(structured_output=StructuredOutput.TOOL))
    section = (await sections())["dream dream"]
    [request] = build_requests(
        (),
        traits=traits,
        finalization=build_finalization("dream", section, shipped_prompts()),
        messages=(system("Be brief."), user("Write.")),
        strategy=RetryStrategy.from_traits(traits),
    )
    assert request.messages[-1].content == "Write."


async def test_the_fields_of_entries_are_described_in_the_first_alone() -> None:
    """Repeated field descriptions cost tokens in each request; a single entry keeps its own."""
    traits = ModelTraits(profile=Profile(structured_output=StructuredOutput.TOOL))
    wanted = build_finalization("seed", (await sections())["seed paths"], shipped_prompts())
    paths = wanted.schema["properties"]["paths"]["properties"]
    first, *others = paths
    one = {others[0]: paths[others[0]]}
    alone = {"paths": {**wanted.schema["properties"]["paths"], "properties": one}}
    assert others
    [request] = build_requests(
        (),
        traits=traits,
        finalization=wanted,
        messages=(system("Be brief."), user("Write.")),
        strategy=RetryStrategy.from_traits(traits),
    )
    shown = request.tools[0].parameters
    entries = shown["properties"]["paths"]["properties"]
    assert spelt_out(entries[first], shown["$defs"]) == spelt_out(
        paths[first], wanted.schema["$defs"]
    )
    assert [entries[each] for each in others] == [entries[first]] * len(others)
    assert str(shown).count("What happens on this path") == 1
    assert "description" in str(paths[others[-1]])
    narrow = {**wanted.schema, "properties": alone}
    assert keep_first_descriptions(narrow, wanted.section.manifest.ids) == narrow
