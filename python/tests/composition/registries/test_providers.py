"""Tests of the records of providers, which read a project's settings and its environment."""

import pytest

from questfoundry.composition.settings.settings import ProjectSettings, load_settings
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import user
from questfoundry.domain.errors import TimedOutError
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelRef
from questfoundry.domain.protocols.provider import ChatProvider, EmbeddingProvider
from tests.support import embedding_servers, wire_providers
from tests.support.loopback import Ending, Loopback, Reply
from tests.support.stage_runs import shipped_prompts
from tests.support.wire_providers import WIRES

ASKED = ChatRequest(messages=(user("Who lives in the archive?"),))
SAID = ChatResponse(text="A drowned clerk.", model="m")
KEYS = ("ANTHROPIC_API_KEY", "OLLAMA_API_KEY", "OPENAI_API_KEY")


def chosen(model: str) -> Chosen:
    return Chosen(ref=ModelRef.parse(model), origin="--provider")


def made(settings: ProjectSettings, model: str) -> ChatProvider:
    choice = chosen(model)
    return settings.providers[choice.ref.provider].make(
        choice, settings.traits_of(choice.ref), settings.provider_settings(), shipped_prompts()
    )


def embeddings(settings: ProjectSettings, model: str) -> EmbeddingProvider:
    choice = chosen(model)
    provider = settings.providers[choice.ref.provider]
    return provider.make_embeddings(choice, settings.provider_settings())


def address_of(provider: str, url: str) -> dict[str, str]:
    return {
        "anthropic": {"ANTHROPIC_BASE_URL": url},
        "ollama": {"OLLAMA_HOST": url},
        "openai": {"OPENAI_BASE_URL": f"{url}/v1"},
    }[provider]


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
async def test_the_key_of_the_given_environment_is_sent_and_no_other(tmp_path, monkeypatch, wire):
    """A server process may hold the keys of other users, which must never be sent. (SET-13.1)"""
    for name in KEYS:
        monkeypatch.setenv(name, f"{name}-of-the-process")
    own = f"{wire.name.upper()}_API_KEY"
    with Loopback(wire.answer(SAID)) as server:
        for given in ({own: "the-authors"}, {}):
            settings = load_settings(tmp_path, given | address_of(wire.name, server.url))
            provider = made(settings, f"{wire.name}/m")
            await provider.complete(ASKED)
            await provider.close()
    asked = [each for each in server.asked if each.path != "/api/show"]
    first, second = ([*each.headers.values()] for each in asked)
    assert [value for value in first if "the-authors" in value]
    assert not [value for value in (*first, *second) if "of-the-process" in value]


@pytest.mark.parametrize("wire", embedding_servers.WIRES, ids=lambda wire: wire.name)
async def test_embeddings_are_asked_with_the_given_key_only(tmp_path, monkeypatch, wire):
    """Embeddings must not use a key of the process either. (SET-13.1)"""
    for name in KEYS:
        monkeypatch.setenv(name, f"{name}-of-the-process")
    with Loopback(wire.reply) as server:
        settings = load_settings(tmp_path, address_of(wire.name, server.url))
        provider = embeddings(settings, f"{wire.name}/m")
        await provider.embed(["tide"])
        await provider.close()
    assert not [value for value in server.asked[0].headers.values() if "process" in value]


@pytest.mark.parametrize("wire", WIRES, ids=lambda wire: wire.name)
async def test_an_answer_may_take_as_long_as_the_author_says(tmp_path, wire):
    """Slow local models need more time, and a setting must reach every provider."""
    (tmp_path / "project.yaml").write_text("limits: {timeout: 0.05}\n")
    with Loopback(Reply(ending=Ending.STALLED)) as server:
        env = {f"{wire.name.upper()}_API_KEY": wire_providers.KEY}
        settings = load_settings(tmp_path, env | address_of(wire.name, server.url))
        provider = made(settings, f"{wire.name}/m")
        with pytest.raises(TimedOutError, match=r"0\.05 seconds"):
            await provider.complete(ASKED)
        await provider.close()
        if settings.providers[wire.name].embeds:
            embedder = embeddings(settings, f"{wire.name}/m")
            with pytest.raises(TimedOutError, match=r"0\.05 seconds"):
                await embedder.embed(["tide"])
            await embedder.close()
