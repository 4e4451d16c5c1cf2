"""The model that is used if the author chose none."""

from pathlib import Path

import pytest

from questfoundry.composition.registries.providers import (
    PREFERRED,
    SCENES,
    DefaultModel,
    find_default_model,
)
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.protocols.provider import ProviderSettings
from questfoundry.infra.llm.ollama.provider import parse_ollama_host
from tests.support.loopback import Ending, Loopback, Reply, json_reply


def tags(*names: str) -> Reply:
    return json_reply({"models": [{"name": name, "model": name} for name in names]})


def default_at(host: str) -> DefaultModel:
    settings = ProviderSettings(variables={"OLLAMA_HOST": host}, models_folder=Path())
    return find_default_model(settings)


def test_ollama_is_preferred_where_it_has_the_model() -> None:
    """Authors with Ollama expect the larger model; without it, the scenes write."""
    with Loopback(tags("llama3.1:8b", "qwen3:8b")) as server:
        default = default_at(f"127.0.0.1:{server.port}")
    assert default.ref == PREFERRED
    assert default.reason == f"Ollama at {server.url} has qwen3:8b."
    assert [asked.path for asked in server.asked] == ["/api/tags"]

    with Loopback(tags("llama3.1:8b")) as server:
        default = default_at(server.url)
    assert default.ref == SCENES
    assert "ollama pull qwen3:8b" in default.reason


@pytest.mark.parametrize(
    "reply",
    [
        Reply(ending=Ending.DROPPED),
        Reply(status=500),
        Reply(chunks=(b"not json",)),
        json_reply({"models": [17]}),
        json_reply([]),
    ],
)
def test_whatever_a_server_answers_there_is_a_default(reply):
    """Any program may listen on Ollama's port. (SET-9.4)"""
    with Loopback(reply) as server:
        assert default_at(server.url).ref == SCENES


def test_without_a_server_the_scenes_are_used_and_that_is_said() -> None:
    """The first start needs no setup; a wrong address names its variable. (SET-9.4)"""
    with Loopback(tags()) as server:
        gone = server.url
    default = default_at(gone)
    assert default.ref == SCENES
    assert default.reason.startswith(f"No model is chosen and no Ollama answers at {gone}")
    assert "to show what a story is" in default.reason
    assert "\n" not in default.reason

    with pytest.raises(SettingsError, match="OLLAMA_HOST is 'localhost:port'"):
        default_at("localhost:port")


@pytest.mark.parametrize(
    ("host", "url"),
    [
        (None, "http://127.0.0.1:11434"),
        (" ", "http://127.0.0.1:11434"),
        ("example.com", "http://example.com:11434"),
        ("example.com:8080", "http://example.com:8080"),
        (":8080", "http://127.0.0.1:8080"),
        ("0.0.0.0", "http://127.0.0.1:11434"),
        ("0.0.0.0:8080", "http://127.0.0.1:8080"),
        ("http://example.com", "http://example.com:80"),
        ("https://example.com/", "https://example.com:443"),
        ("https://example.com:8080/ollama/", "https://example.com:8080/ollama"),
        ("[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_ollama_host_may_be_written_in_many_ways(host, url):
    """Authors copy `OLLAMA_HOST` from Ollama's own setup, in all its forms."""
    assert parse_ollama_host(host) == url
