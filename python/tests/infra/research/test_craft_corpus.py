"""Tests of `search_corpus` over the real corpus, which its package contains."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from questfoundry.domain.chat.envelope import ToolStatus
from questfoundry.infra.research.tools import MAX_EXCERPT, MAX_HITS, SearchCorpusTool
from questfoundry.testing.contracts.world import ToolContract
from tests.support.stage_runs import shipped_prompts


@pytest.fixture(scope="module")
def tool() -> Iterator[SearchCorpusTool]:
    tool = SearchCorpusTool(shipped_prompts())
    yield tool
    tool.close()


class TestContract(ToolContract):
    @pytest.fixture
    def arguments(self) -> Mapping[str, Any]:
        return {"query": "how do I make choices feel meaningful?"}


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("writing believable dialogue", "Dialogue"),
        ("What makes a good noir mystery?", "Mystery"),
        ('the "pacing" of a horror-story: AND/OR (NOT) near*', "Horror"),
    ],
)
async def test_plain_questions_are_found(tool: SearchCorpusTool, query: str, title: str) -> None:
    """Models ask in sentences, which a query language would reject. (RES-2.1)"""
    answer = await tool.execute({"query": query})

    assert any(title in hit["title"] for hit in answer.body["data"])


async def test_hits_are_few_and_short(tool: SearchCorpusTool) -> None:
    """Long results fill the context window of a model."""
    hits = (await tool.execute({"query": "story character choice dialogue scene"})).body["data"]

    assert 1 <= len(hits) <= MAX_HITS
    assert all(len(hit["text"]) <= MAX_EXCERPT + 2 for hit in hits)
    assert "See Also" not in [hit["section"] for hit in hits]


@pytest.mark.parametrize("query", ["xyzzyplugh", "how do I", "", "?!"])
async def test_nothing_found_is_an_answer(tool: SearchCorpusTool, query: str) -> None:
    """An empty result is information for the model and not an error to repeat."""
    answer = await tool.execute({"query": query})

    assert answer.result is ToolStatus.NO_RESULTS
    assert answer.body == {"query": query}


async def test_searches_may_run_side_by_side(tool: SearchCorpusTool) -> None:
    answers = await asyncio.gather(*(tool.execute({"query": "dialogue"}) for _ in range(8)))

    assert all(answer == answers[0] for answer in answers)


async def test_a_tool_that_was_never_asked_closes_too() -> None:
    unused = SearchCorpusTool(shipped_prompts())

    unused.close()

    with pytest.raises(RuntimeError):
        await unused.execute({"query": "dialogue"})
