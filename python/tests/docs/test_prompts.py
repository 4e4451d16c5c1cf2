"""Tests that everything models read keeps the rules for prompts."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from jinja2 import Environment, meta
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML

from questfoundry.app.phases.stage_prompts import get_brief_marker
from questfoundry.app.stages.section import Section
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.models.traits import LARGE_WINDOW, ModelTraits, Profile, PromptStyle
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.domain.run.modes import PhaseMode
from questfoundry.domain.story.size import Size
from questfoundry.infra.research.tools import SearchCorpusTool
from questfoundry.testing.scripted import ScriptedChatProvider, calls, says
from tests.support.checkout import PROMPTS, named
from tests.support.grown import asked_of, made_of
from tests.support.planner import made_with_stats, planned_with_stats, sections_with_stats
from tests.support.sections import next_section
from tests.support.small_story import SCRIPTS, made_until, story_of
from tests.support.stage_runs import VISION, Ask, Workshop, one_provider, shipped_prompts

FILES = sorted(path for path in PROMPTS.rglob("*") if path.is_file() and "draft" not in path.parts)
"""The files that a model reads; the scenes of the draft writer are for readers alone."""
LOOPING = re.compile(
    r"(?i)\b(?:try|search|call|ask|fetch|look) (?:it |this |once )?(?:again|more)\b"
    r"|\bretry\b|\bbroader\b|\bother (?:terms|words|queries)\b|\banother (?:query|search)\b"
)
SETTLED = "genre subgenre tone atmosphere themes audience scope style content"
MARKUP = re.compile(r"\{\{|\}\}|\{%|<!--|\{[a-z_]+\}")
NOTE = re.compile(r"Variables: (.+)\.$", re.MULTILINE)
GLUED = re.compile(r"[a-z][.!?:;](?!com)[A-Z]")
COUNTED = re.compile(r"(?<!to )\b1 (?!is\b|was\b)[a-z]{2,}s\b")
LARGE = ModelTraits.from_capabilities(context_window=LARGE_WINDOW)
EXTRACTING = re.compile(r"(?i)\bdo not include\b|\bextract\b|\bonly (?:what|items) .*\bmentioned\b")


def test_nothing_invites_a_loop_or_speaks_of_extraction() -> None:
    """A model repeats a call without end, or refuses to invent what is missing."""
    texts = {named(path): path.read_text("utf-8") for path in FILES}
    found = {
        name: [*LOOPING.findall(text), *EXTRACTING.findall(text)] for name, text in texts.items()
    }
    assert {name: each for name, each in found.items() if each} == {}


async def test_a_field_guide_names_exactly_the_fields_that_a_model_fills() -> None:
    """A missing guide leaves a field unexplained, and another wastes tokens."""
    filled: dict[str, set[str]] = {}
    stats = [evolve(each, guide=each.guide or "fields/seed") for each in sections_with_stats()]
    grown = [section for section, _ in made_with_stats(Size.SHORT, 1)]
    # Only stories from size medium on have played scenes.
    medium = evolve(planned_with_stats(Size.SHORT, 0), size=Size.MEDIUM)
    playing = StageInputs(acts=True, played_scenes=True)
    grown += [section for section, _ in made_of(medium, playing)]
    grown = [evolve(each, guide=each.guide or "fields/grow") for each in grown]
    for section in (*await sections_of_the_small_story(), *stats, *grown):
        schema = section.model.model_json_schema()
        filled.setdefault(section.guide, set()).update(dotted(schema, schema))
    for guide, fields in filled.items():
        words = shipped_prompts().wording(guide)
        assert set(words) == fields, guide
        assert all(
            {"description"} <= set(each) <= {"description", "example"} for each in words.values()
        )


async def test_a_local_guide_fills_only_fields_that_there_are() -> None:
    for section in await sections_of_the_small_story():
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", section.model.__name__).lower()
        guide = shipped_prompts().wording(f"local/{name}")
        assert set(guide["fields"]) <= set(section.model.model_fields)


@pytest.mark.parametrize("interactive", [True, False])
async def test_what_matters_stands_at_both_ends(interactive: bool) -> None:
    """Models follow the beginning and the end of a prompt best."""
    discuss, _, serialize = await asked_in_dream(interactive=interactive)
    start, end = ends(discuss.messages[0].content)
    assert "you do not write the story itself" in start
    assert "Settle the vision only" in end
    assert ("ready_to_summarize()" in start, "ready_to_summarize()" in end) == (
        interactive,
        interactive,
    )
    for part in ends(serialize.messages[0].content):
        assert "submit_dream" in part


def test_without_an_author_a_model_decides_and_is_not_reminded_to_talk() -> None:
    """A reminder to talk makes a model ask questions that stay unanswered."""
    found = sorted(PROMPTS.glob("templates/*/modes.md"))
    assert len(found) == 6
    for path in found:
        _, *parts = re.split(r"<!-- section: ([\w-]+) -->", path.read_text("utf-8"))
        texts = dict(zip(parts[::2], parts[1::2], strict=True))
        assert texts["direct-reminder"].strip() == "", path
        assert "decide everything yourself" in texts["direct-instructions"], path


async def test_where_a_brief_is_asked_for_at_once_that_stands_at_both_ends() -> None:
    """Models follow the beginning and the end best. (STG-11.1)"""
    discuss, _ = await asked_in_dream(interactive=False, traits=LARGE)
    system, opening = (message.content for message in discuss.messages)
    for part in (*ends(system), opening.splitlines()[-1]):
        assert get_brief_marker(shipped_prompts()) in part
    assert [word for word in SETTLED.split() if word not in opening.casefold()] == []
    assert not any(MARKUP.search(text) for text in read_of(discuss))


async def test_discuss_and_summarize_name_all_that_the_vision_settles() -> None:
    discuss, summarize, _ = await asked_in_dream(interactive=False)
    for told in (discuss.messages[0].content, summarize.messages[-1].content):
        assert [word for word in SETTLED.split() if word not in told.casefold()] == []


async def test_the_same_inputs_give_the_same_bytes() -> None:
    assert await asked_in_dream(interactive=True) == await asked_in_dream(interactive=True)


@pytest.mark.parametrize("style", PromptStyle)
@pytest.mark.parametrize("interactive", [True, False])
async def test_nothing_is_left_unfilled(style: PromptStyle, interactive: bool) -> None:
    """A placeholder that is left in a prompt confuses a model."""
    for request in await asked_in_dream(interactive=interactive, style=style):
        for tool in request.tools:
            Draft202012Validator.check_schema(tool.parameters)
        for text in read_of(request):
            assert not MARKUP.search(text), text


def test_a_template_notes_the_variables_that_it_uses() -> None:
    """Authors who edit a prompt need the list of its variables."""
    environment = Environment(autoescape=True)
    environment.filters |= {"counted": str, "named": str, "once": str, "sentences": str}
    for path in PROMPTS.rglob("*.md"):
        _, marker, template = path.read_text("utf-8").partition("<!-- section")
        used = meta.find_undeclared_variables(environment.parse(marker + template))
        full = path.with_name(path.name.replace(".short.", "."))
        told = NOTE.search(full.read_text("utf-8").partition("<!--")[0])
        noted = re.findall(r"\w+", re.sub(r"\([^)]*\)", "", told[1])) if told else []
        assert sorted(used - set(noted)) == [], path


def test_templates_put_lines_in_order_and_keep_no_state() -> None:
    """Logic in a template cannot be tested alone, so code prepares the lines of a request."""
    texts = {named(path): path.read_text("utf-8") for path in PROMPTS.rglob("*.md")}
    assert [name for name, text in texts.items() if "namespace(" in text] == []
    assert [name for name, text in texts.items() if len(text.splitlines()) > 120] == []


def test_wordings_hold_texts_and_nothing_else() -> None:
    for path in PROMPTS.rglob("*.yaml"):
        document = YAML(typ="safe", pure=True).load(path.read_text("utf-8"))
        others = [e for e in leaves(document) if not (isinstance(e, str | int) and str(e).strip())]
        assert others == [], path


async def asked_in_dream(
    *, interactive: bool, style: PromptStyle = PromptStyle.FULL, traits: ModelTraits | None = None
) -> list[ChatRequest]:
    """Return the requests of a DREAM run with research tools, one per phase."""
    replies = [says("A drowned city."), says("A brief."), calls("submit_dream", VISION)]
    if traits is LARGE:
        replies[:2] = [says(f"A city.\n{get_brief_marker(shipped_prompts())}\nA brief.")]
    traits = traits or ModelTraits(profile=Profile(prompt_style=style))
    provider = ScriptedChatProvider(replies, traits=traits)

    async def done() -> str:
        return "/done"

    request = Ask(
        said="A noir mystery",
        interactive=interactive,
        author=done if interactive else None,
        research_tools=[SearchCorpusTool(shipped_prompts())],
        size="micro",
        phases=PhaseMode.CONDENSED if traits is LARGE else PhaseMode.FULL,
    )
    await Workshop().run_stage(one_provider(provider)).execute("dream", request)
    return provider.requests


def ends(text: str) -> tuple[str, str]:
    """Return the first and the last third of a text's lines."""
    lines = [line for line in text.splitlines() if line.strip()]
    third = max(1, len(lines) // 3)
    return "\n".join(lines[:third]), "\n".join(lines[-third:])


def read_of(request: ChatRequest) -> Iterator[str]:
    """Yield all texts of a request that a model reads."""
    yield from (message.content for message in request.messages)
    for tool in request.tools:
        yield tool.description
        yield from (leaf for leaf in leaves(tool.parameters) if isinstance(leaf, str))


def leaves(value: Any) -> Iterator[Any]:
    match value:
        case dict():
            for item in value.values():
                yield from leaves(item)
        case list():
            for item in value:
                yield from leaves(item)
        case _:
            yield value


async def sections_of_the_small_story() -> list[Section]:
    """Return every section of every stage, as it is serialized."""
    workshop = await made_until("grow")
    sections: list[Section] = []
    for name in (each.name for each in workshop.registry.artifacts):
        stage, story = workshop.registry.get(name), story_of(workshop, before=name)
        said = [each for each in SCRIPTS[name]() if isinstance(each, ChatResponse)]
        handed_in = [each.tool_calls[0].arguments for each in said if each.tool_calls]
        made: dict[str, Any] = {}
        while section := next_section(stage, story, StageInputs(questions=True), made):
            sections.append(evolve(section, guide=section.guide or f"fields/{name}"))
            made[section.name] = section.model.model_validate(dict(handed_in[len(made)]))
    grown = asked_of(story_of(workshop, before="grow"), acts=True)
    return sections + [evolve(each, guide=each.guide or "fields/grow") for each in grown]


def dotted(node: Any, root: Any) -> Iterator[str]:
    """Yield the fields of a schema, through lists and objects by id, without constants."""
    while "properties" not in node:
        if "$ref" in node:
            node = root["$defs"][node["$ref"].rpartition("/")[2]]
        elif isinstance(inner := node.get("items", node.get("additionalProperties")), dict):
            node = inner
        else:
            return
    for name, field in node["properties"].items():
        if "const" not in field:
            yield name
            yield from (f"{name}.{below}" for below in dotted(field, root))
