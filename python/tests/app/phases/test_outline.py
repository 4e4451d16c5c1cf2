"""The prompt names all fields if the schema is sent outside the prompt."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from attrs import evolve
from jsonschema import Draft202012Validator

from questfoundry.app.phases.finalization import (
    Finalization,
    add_descriptions,
    build_finalization,
    keep_first_descriptions,
)
from questfoundry.app.phases.repair_request import build_requests
from questfoundry.app.phases.sampling import RetryStrategy
from questfoundry.app.stages.fill import FillStage
from questfoundry.app.stages.section import Section
from questfoundry.app.writing.reading import REVIEW
from questfoundry.domain.answer.manifest import Manifest
from questfoundry.domain.artifacts.fill import PassageReview
from questfoundry.domain.artifacts.seed import SeedResidue
from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import system, user
from questfoundry.domain.field_types import Artifact, json_schema_of
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


def bare(schema: Any) -> Any:
    """Return a schema without its titles, descriptions and constants, at any depth."""
    if isinstance(schema, list):
        return [bare(each) for each in schema]
    if not isinstance(schema, Mapping):
        return schema
    return {
        name: bare(each)
        for name, each in schema.items()
        if not (name in {"title", "description"} and isinstance(each, str))
        and not (isinstance(each, Mapping) and "const" in each)
    }


async def test_a_model_is_given_the_schema_of_the_artifact() -> None:
    """A schema that differs from the artifact's own asks for what is then refused."""
    compared = 0
    for name, section in (await sections()).items():
        schema = build_finalization(name.split()[0], section, shipped_prompts()).schema
        Draft202012Validator.check_schema(schema)
        if section.manifest == Manifest():
            compared += 1
            assert bare(schema) == bare(section.model.model_json_schema()), name
    assert compared


BY_SCHEMA = ModelTraits(
    capabilities=Capabilities(json_schema=True),
    profile=Profile(structured_output=StructuredOutput.SCHEMA),
)
READS_SCHEMA = ModelTraits(
    capabilities=Capabilities(json_schema=True, reads_schema=True), profile=BY_SCHEMA.profile
)
BY_TOOL = ModelTraits(profile=Profile(structured_output=StructuredOutput.TOOL))
SHORT = Profile(structured_output=StructuredOutput.SCHEMA, prompt_style=PromptStyle.SHORT)


def request_of(finalization: Finalization, traits: ModelTraits = BY_SCHEMA) -> ChatRequest:
    """Return the request for the data after a short talk."""
    [request] = build_requests(
        (),
        traits=traits,
        finalization=finalization,
        messages=(system("Be brief."), user("Write.")),
        strategy=RetryStrategy.from_traits(traits),
    )
    return request


def told_in(request: ChatRequest) -> dict[str, str]:
    """Return the field descriptions in the prompt."""
    return dict(re.findall(r"^- ([\w.]+): (.*)$", request.messages[-1].content, re.MULTILINE))


async def test_every_field_of_every_section_is_named() -> None:
    """A model that cannot see its schema fills unnamed fields at random."""
    for name, section in (await sections()).items():
        finalization = build_finalization(name.split()[0], section, shipped_prompts())
        short = request_of(finalization, BY_SCHEMA.model_copy(update={"profile": SHORT}))
        assert short.messages[-1].content == "Write."
        request = request_of(finalization)
        lines = told_in(request)
        fields = set(names_in(request.response_schema)) - section.manifest.ids
        assert {each.rpartition(".")[2] for each in lines} == fields, name
        for field, said in lines.items():
            assert finalization.guide[field]["description"] in said, (name, field)


async def test_values_that_several_fields_have_are_listed_once() -> None:
    """A list for one id alone misleads about the others, and repeated lists waste tokens."""
    found = await sections()
    lines = told_in(request_of(seed_data(found["seed entities"])))
    assert lines["entities.decision"].endswith('(one of: "keep", "cut")')

    beats = next(each for name, each in found.items() if name.startswith("seed beats"))
    lines = told_in(request_of(seed_data(beats)))
    (listed,) = [field for field, said in lines.items() if "location::" in said]
    _, *others = [said for field, said in lines.items() if field.endswith("location")]
    assert others
    assert all(said.endswith(f"(as {listed})") for said in others)


def seed_data(section: Section) -> Finalization:
    return build_finalization("seed", section, shipped_prompts())


async def test_of_fields_that_the_template_tells_the_form_is_said() -> None:
    """Fields that the template explains need only their form in the prompt."""
    section = evolve((await sections())["seed paths"], has_field_descriptions=True)
    text = request_of(seed_data(section)).messages[-1].content
    assert "\n- paths: summary (text, at most 500 characters)\n" in text
    assert "What happens on this path" not in text


@pytest.mark.parametrize("traits", [BY_TOOL, READS_SCHEMA])
async def test_a_model_that_sees_the_schema_is_not_told_of_it_twice(traits: ModelTraits) -> None:
    """A model that sees the schema does not need the fields in the prompt as well."""
    section = (await sections())["dream dream"]
    request = request_of(build_finalization("dream", section, shipped_prompts()), traits)
    assert request.messages[-1].content == "Write."
    assert "a single term without a slash" in str(request)


async def test_the_fields_of_entries_are_described_in_the_first_alone() -> None:
    """Repeated field descriptions cost tokens in each request; a single entry keeps its own."""
    wanted = seed_data((await sections())["seed paths"])
    paths = wanted.schema["properties"]["paths"]["properties"]
    first, *others = paths
    one = {others[0]: paths[others[0]]}
    alone = {"paths": {**wanted.schema["properties"]["paths"], "properties": one}}
    shown = request_of(wanted, BY_TOOL).tools[0].parameters
    entries = shown["properties"]["paths"]["properties"]
    whole = spelt_out(paths[first], wanted.schema["$defs"])
    assert spelt_out(entries[first], shown["$defs"]) == whole
    assert [entries[each] for each in others] == [entries[first]] * len(others)
    assert str(shown).count("What happens on this path") == 1
    assert "description" in str(paths[others[-1]])
    narrow = {**wanted.schema, "properties": alone}
    assert keep_first_descriptions(narrow, wanted.section.manifest.ids) == narrow


def test_the_values_of_a_mapping_have_its_description() -> None:
    """A model that repairs one value of a mapping must see what the value is about."""

    class Songs(Artifact):
        songs: dict[str, str]

    guide = {"songs": {"description": "The song that is heard there."}}
    schema = add_descriptions(json_schema_of(Songs), guide)
    songs = schema["properties"]["songs"]
    assert songs["description"] == songs["additionalProperties"]["description"]
    guide = {"residue": {"description": "Effects."}}
    residue = add_descriptions(json_schema_of(SeedResidue), guide)["properties"]["residue"]
    assert residue["description"] == "Effects."
    assert "description" not in residue["additionalProperties"]
