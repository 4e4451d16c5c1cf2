"""The findings of `qf doctor`, and the secrets that it must not show."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from questfoundry.composition.project.doctor import Diagnosis, examine
from questfoundry.composition.settings.settings import load_settings
from questfoundry.domain.models.settings import SourceChoices
from questfoundry.domain.models.traits import Phase
from tests.support.loopback import Loopback, Reply, json_reply

TAGS = json_reply({"models": [{"name": "qwen3:8b"}, {"name": "mistral:latest"}]})
LIST = json_reply({"data": [{"id": "gpt-4o"}, {"id": "o1-mini"}]})
KEY = "sk-not-to-be-told-0123456789"


@pytest.fixture
def ollama():
    with Loopback(TAGS) as server:
        yield server


@pytest.fixture
def examined(tmp_path, ollama):
    def examined(
        env: Mapping[str, str], file: str = "", flags: SourceChoices | None = None
    ) -> Diagnosis:
        (tmp_path / "project.yaml").write_text(file, encoding="utf-8")
        settings = load_settings(tmp_path, {"OLLAMA_HOST": ollama.url, **env})
        return examine(settings, models_folder=tmp_path / "models", flags=flags)

    return examined


def of(diagnosis: Diagnosis, name: str) -> tuple[Any, str]:
    return next((each.value, each.origin) for each in diagnosis.settings if each.name == name)


def test_models_and_settings_are_told_with_their_origins(examined) -> None:
    """An author with several settings must see which one counts. (SET-10.1)"""
    diagnosis = examined(
        {"QF_PROVIDER_SERIALIZE": "ollama/mistral"},
        "providers: {default: ollama/qwen3:8b}\n",
        SourceChoices(phases={Phase.SUMMARIZE: "ollama/mistral:latest"}),
    )
    assert of(diagnosis, "model for discuss") == (
        "ollama/qwen3:8b",
        "providers.default in project.yaml",
    )
    assert of(diagnosis, "model for summarize")[1] == "the program, for summarize,"
    assert of(diagnosis, "model for serialize")[1] == "QF_PROVIDER_SERIALIZE"
    assert diagnosis.problems == ()

    diagnosis = examined(
        {"SEARXNG_URL": "http://me:hunter2@search"}, "interactive: {max_turns: 4}\n"
    )
    assert of(diagnosis, "interactive.max_turns") == (4, "project.yaml")
    assert of(diagnosis, "serialize.attempts") == (3, "built-in default")
    assert of(diagnosis, "research.searxng_url")[1] == "SEARXNG_URL"
    assert of(diagnosis, "prompts")[1] == "shipped"
    assert of(diagnosis, "built-in default")[0] == "ollama/qwen3:8b"
    assert "hunter2" not in repr(diagnosis)


def test_keys_are_present_or_not_and_go_to_their_own_server_only(examined, ollama):
    """A key sent to another provider or shown on the screen would be stolen."""
    with Loopback(LIST) as openai:
        diagnosis = examined(
            {
                "OPENAI_API_KEY": KEY,
                "OPENAI_BASE_URL": f"{openai.url}/v1",
                "QF_PROVIDER": "openai/gpt-4o",
            }
        )
    assert diagnosis.keys == {
        "ANTHROPIC_API_KEY": False,
        "OLLAMA_API_KEY": False,
        "OPENAI_API_KEY": True,
    }
    assert [asked.headers["authorization"] for asked in openai.asked] == [f"Bearer {KEY}"]
    assert not any("authorization" in asked.headers for asked in ollama.asked)
    assert KEY not in repr(diagnosis)
    assert diagnosis.servers["openai"].models == ("gpt-4o", "o1-mini")
    assert diagnosis.problems == ()


def test_anthropic_is_asked_in_its_own_way(examined):
    """Anthropic's server refuses a request with another provider's header."""
    with Loopback(json_reply({"data": [{"id": "claude-opus-4-5"}]})) as server:
        diagnosis = examined(
            {
                "ANTHROPIC_API_KEY": KEY,
                "ANTHROPIC_BASE_URL": server.url,
                "QF_PROVIDER": "anthropic/claude-opus-4-5",
            }
        )
    assert [(asked.path, asked.headers["x-api-key"]) for asked in server.asked] == [
        ("/v1/models", KEY)
    ]
    assert diagnosis.problems == ()


def test_a_provider_without_its_key_is_not_asked(examined):
    """A request without a key would only fail, so the doctor names the missing variable."""
    for model, variable in {
        "openai/gpt-4o": "OPENAI_API_KEY",
        "anthropic/claude-opus-4-5": "ANTHROPIC_API_KEY",
    }.items():
        diagnosis = examined({"QF_PROVIDER": model})
        assert len(diagnosis.problems) == 1
        assert f"Set {variable}." in diagnosis.problems[0]


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("ollama/absent", "ollama pull absent"),
        ("opnai/gpt-4o", "there is no provider 'opnai'"),
        ("local/nothing", "There is no local model 'nothing'"),
    ],
)
def test_a_model_that_is_not_there_is_a_problem(examined, model, words):
    """One wrong model must appear as one problem, not once for each phase."""
    diagnosis = examined({"QF_PROVIDER": model})
    assert len(diagnosis.problems) == 1
    assert words in diagnosis.problems[0]


def test_a_model_that_cannot_be_used_is_a_problem(examined) -> None:
    """A model without tools would fail in Discuss; a refused key is no network problem."""
    with Loopback(LIST) as openai:
        diagnosis = examined({"OPENAI_BASE_URL": openai.url, "QF_PROVIDER": "openai/o1-mini"})
    assert [problem for problem in diagnosis.problems if "Discuss" in problem]

    with Loopback(Reply(status=401)) as openai:
        diagnosis = examined({"OPENAI_BASE_URL": openai.url, "QF_PROVIDER": "openai/gpt-4o"})
    assert diagnosis.servers["openai"].reachable
    assert "It answered 401" in diagnosis.problems[0]


def test_a_gguf_file_of_the_authors_own_is_found(examined, tmp_path):
    """Authors bring their own GGUF files, and the doctor must find them by name."""
    folder = tmp_path / "models"
    folder.mkdir()
    Path(folder / "mine.gguf").write_bytes(b"GGUF")
    diagnosis = examined({"QF_PROVIDER": "local/mine"})
    assert "mine" in diagnosis.servers["local"].models
    assert diagnosis.problems == ()
