"""The embedding model that the settings choose, and the message after a change."""

import asyncio
import sys
from contextlib import AsyncExitStack

import pytest

from questfoundry.composition.project.projects import open_project
from questfoundry.composition.settings.settings import load_settings
from questfoundry.composition.wiring.library import embedding_provider
from questfoundry.domain.errors import SettingsError
from questfoundry.testing.scripted import ManualClock, RecordingEventSink
from tests.support.embedding_servers import OLLAMA, OPENAI
from tests.support.libraries import TIDES, library_project
from tests.support.loopback import Loopback
from tests.support.qf import qf
from tests.support.stage_runs import Workshop


@pytest.fixture
async def made(tmp_path):
    """Return a function that makes a provider from a setting; all providers close at the end."""
    async with AsyncExitStack() as closing:

        def make(named, env):
            (tmp_path / "project.yaml").write_text(f"library: {{embeddings: {named}}}\n")
            settings = load_settings(tmp_path, env)
            return embedding_provider(
                settings, Workshop().store, ManualClock(), RecordingEventSink(), closing
            )

        yield make


async def test_the_setting_chooses_the_model_and_its_server(made):
    """Embeddings from another model or server would make the stored index useless. (SET-12.1)"""
    assert made("wordllama", {}).model == "wordllama"
    with Loopback(OPENAI.reply) as openai, Loopback(OLLAMA.reply) as ollama:
        env = {"OPENAI_BASE_URL": f"{openai.url}/v1", "OLLAMA_HOST": ollama.url}
        for name, server in (("openai/small", openai), ("ollama/nomic", ollama)):
            provider = made(name, env)
            assert provider.model == name
            assert await provider.embed(["tide"])
            assert server.asked[0].body["model"] == name.partition("/")[2]


def test_a_missing_key_is_named(made):
    """A missing key for embeddings must name both the setting and the variable."""
    with pytest.raises(SettingsError, match=r"library\.embeddings chose.*OPENAI_API_KEY"):
        made("openai/small", {})


def test_after_a_change_of_the_model_the_search_names_the_command_and_then_works(tmp_path):
    """Vectors of two models cannot be compared."""
    folder = str(asyncio.run(library_project(tmp_path / "story")))
    with (tmp_path / "story" / "project.yaml").open("a") as file:
        file.write("library: {embeddings: ollama/nomic}\n")
    with Loopback(OLLAMA.reply) as server:
        env = {"OLLAMA_HOST": server.url}

        def search():
            return qf("book", "search", "drowned coins", "-k", "1", "-p", folder, env=env)

        said = search()
        assert said.code == 3
        assert "another embedding model" in said.err
        assert "qf book reindex" in said.err

        assert qf("book", "reindex", "-p", folder, env=env).code == 0
        assert TIDES[1] in search().out


async def test_without_the_extra_packages_only_books_are_missed_and_named(tmp_path, monkeypatch):
    """Without the optional packages, only book search may fail, and the error names them."""
    for name in [name for name in sys.modules if name.startswith("questfoundry.infra.search")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    async with open_project(tmp_path, {}) as project:
        assert [tool.definition.name for tool in project.research().tools] == ["search_corpus"]
        with pytest.raises(SettingsError, match=r"numpy.* pip install 'questfoundry\[books\]'"):
            project.library.search_books()
