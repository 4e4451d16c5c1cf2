"""What a project's discussions may look things up in."""

from contextlib import AsyncExitStack

import pytest

from questfoundry.composition.research import research_tools
from questfoundry.composition.settings import load_settings
from tests.support.stage_runs import shipped_prompts


async def test_the_corpus_is_given_back_with_its_project(tmp_path) -> None:
    """RES-8.1: its thread and its index do not outlive the project."""
    async with AsyncExitStack() as closing:
        offer = research_tools(load_settings(tmp_path, {}), shipped_prompts(), closing)
        (corpus,) = offer.tools
        assert (await corpus.execute({"query": "dialogue"})).result == "success"

    with pytest.raises(RuntimeError, match="shutdown"):
        await corpus.execute({"query": "dialogue"})


async def test_the_web_is_left_out_unless_it_is_asked_for(tmp_path) -> None:
    """RES-8.2: and the reason is told."""
    (tmp_path / "project.yaml").write_text("research:\n  corpus: false\n  web: true\n")
    async with AsyncExitStack() as closing:
        off = research_tools(load_settings(tmp_path / "none", {}), shipped_prompts(), closing)
        on = research_tools(load_settings(tmp_path, {}), shipped_prompts(), closing)

    assert set(off.left_out) == {"web_search", "web_fetch"}
    assert [tool.definition.name for tool in on.tools] == ["web_fetch"]
    assert set(on.left_out) == {"search_corpus", "web_search"}
