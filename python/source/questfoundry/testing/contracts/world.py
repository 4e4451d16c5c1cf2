"""Test what clocks, event sinks, prices, prompts, embeddings and tools must do."""

import json
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from math import hypot
from typing import Any

import pytest

from questfoundry.domain.chat.envelope import Envelope, ToolStatus
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import PromptError
from questfoundry.domain.events import Event
from questfoundry.domain.events.stages import PhaseStarted, StageFailed, StageStarted
from questfoundry.domain.protocols.provider import EmbeddingProvider, PriceBook, PromptRepository
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.protocols.workspace import Clock, Tool, ToolSource

_EVENTS: tuple[Event, ...] = (
    StageStarted(stage="dream", run="dream-1", interactive=False, prompt_length=0),
    PhaseStarted(stage="dream", phase="discuss", model="scripted/model"),
    StageFailed(stage="dream", run="dream-1", problem="\x1b[31mgone\nand [bold]lost\ud83d"),
)


class ClockContract:
    """The tests for clocks; a subclass adds a fixture ``clock``."""

    async def test_it_tells_utc_and_never_goes_back(self, clock: Clock) -> None:
        before, first = clock.monotonic(), clock.now()

        await clock.sleep(0.01)

        assert first.utcoffset() == timedelta(0)
        assert clock.now() >= first
        assert clock.monotonic() > before


class EventSinkContract:
    """The tests for event sinks; a subclass adds a fixture ``sink``."""

    @pytest.mark.parametrize("event", _EVENTS, ids=lambda event: event.name)
    def test_it_takes_any_event_at_any_time(self, sink: EventSink, event: Event) -> None:
        for _ in range(2):
            sink.emit(event)


class PriceBookContract:
    """The tests for price books, which contain the prices of models.

    A subclass adds a fixture ``prices``.
    """

    @pytest.mark.parametrize("model", ["openai/gpt-4o", "local/any", "made-up/\u00fcber"])
    def test_a_cost_is_known_or_not_and_never_below_nothing(
        self, prices: PriceBook, model: str
    ) -> None:
        little = prices.cost(model, Usage(input_tokens=10, output_tokens=1))
        more = prices.cost(model, Usage(input_tokens=10_000, output_tokens=1_000))

        assert (little is None) == (more is None)
        assert little is None or more is None or 0 <= little <= more


class PromptRepositoryContract:
    """The tests for prompt repositories; a subclass adds a fixture ``prompts``.

    The repository contains no prompt called ``nowhere``.
    """

    @pytest.mark.parametrize("name", ["nowhere", "templates/nowhere", "../nowhere", "/nowhere", ""])
    def test_what_is_not_there_is_told(self, prompts: PromptRepository, name: str) -> None:
        with pytest.raises(PromptError):
            prompts.render(name, {})
        with pytest.raises(PromptError):
            prompts.wording(name)


class EmbeddingProviderContract:
    """The tests for embedding providers; a subclass adds a fixture ``embeddings``, the provider."""

    async def test_vectors_have_length_one_and_equal_dimensions(
        self, embeddings: EmbeddingProvider
    ) -> None:
        """All vectors have length 1 and the same number of dimensions (SRC-8.1)."""
        vectors = await embeddings.embed(["rain on the archive", "a cake", "rain on the archive"])

        assert [hypot(*vector) for vector in vectors] == pytest.approx([1, 1, 1])
        assert len({len(vector) for vector in vectors}) == 1
        assert list(vectors[0]) == pytest.approx(list(vectors[2]))

    async def test_vectors_come_in_the_order_of_the_texts(
        self, embeddings: EmbeddingProvider
    ) -> None:
        """Vectors are returned in the order of the texts from which they were made (SRC-8.1)."""
        texts = ["a murder in the city", "flour and sugar", "the harbour bell"]
        (first,), (second,), (third,) = [await embeddings.embed([text]) for text in texts]

        together = await embeddings.embed(texts)

        for alone, vector in zip((first, second, third), together, strict=True):
            assert _cosine_similarity(alone, vector) == pytest.approx(1, abs=1e-4)

    async def test_a_text_without_words_gives_zeros(self, embeddings: EmbeddingProvider) -> None:
        """A text without words gives a vector of zeros and no error (SRC-8.1)."""
        nothing, words = await embeddings.embed(["", "rain"])
        (alone,) = await embeddings.embed([""])

        assert set(nothing) == set(alone) == {0.0}
        assert len(nothing) == len(alone) == len(words)
        assert list(await embeddings.embed([])) == []

    async def test_texts_on_one_topic_have_similar_vectors(
        self, embeddings: EmbeddingProvider
    ) -> None:
        """Texts on one topic have more similar vectors than texts on other topics (SRC-8.1)."""
        one, same, other = await embeddings.embed(
            ["the murder of the clerk", "the clerk was murdered", "flour, butter and sugar"]
        )

        assert _cosine_similarity(one, same) > _cosine_similarity(one, other)

    def test_the_model_has_a_name(self, embeddings: EmbeddingProvider) -> None:
        assert embeddings.model


def _cosine_similarity(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


MAX_ANSWER = 10_000
"""The longest answer in characters of JSON; each character costs tokens."""

LOOPING = re.compile(
    r"(?i)\b(try|search|fetch|ask) again\b|\bretry\b|\bbroader\b|\banother query\b"
)


class ToolContract:
    """The tests for tools; a subclass adds the fixtures ``tool`` and ``arguments``.

    A call of ``tool`` with ``arguments`` must find something.
    """

    def test_its_definition_is_complete(self, tool: Tool) -> None:
        """The tool and all its parameters have descriptions, and its name is plain."""
        definition = tool.definition
        properties = definition.parameters["properties"]

        assert re.fullmatch(r"[a-z][a-z0-9_]{2,63}", definition.name)
        assert definition.description
        assert definition.parameters["type"] == "object"
        assert all(parameter["description"] for parameter in properties.values())
        assert set(definition.parameters.get("required", ())) <= set(properties)
        assert definition == tool.definition

    async def test_it_answers_with_an_envelope(
        self, tool: Tool, arguments: Mapping[str, Any]
    ) -> None:
        """The result begins with its status, ends with the next action, and is short (RES-1.2)."""
        answer = await tool.execute(arguments)

        document = json.loads(answer.to_json())
        assert document["result"] == ToolStatus.SUCCESS
        first, *_, last = document
        assert (first, last) == ("result", "action")
        assert document["data"]
        assert len(answer.to_json()) <= MAX_ANSWER

    async def test_it_echoes_what_was_asked(self, tool: Tool, arguments: Mapping[str, Any]) -> None:
        """The result repeats the query, so that a model can tell its results apart."""
        answer = await tool.execute(arguments)

        assert answer.body["query"] in arguments.values()

    async def test_no_text_suggests_repeating_a_call(
        self, tool: Tool, arguments: Mapping[str, Any]
    ) -> None:
        """Neither the tool's description nor its result suggests repeating a call."""
        answer: Envelope = await tool.execute(arguments)

        assert not LOOPING.search(f"{answer.action} {tool.definition.description}")


class ToolSourceContract:
    """The tests for sources of tools.

    A subclass adds a fixture ``source`` that offers at least one tool.
    """

    async def test_a_source_always_offers_the_same_tools(self, source: ToolSource) -> None:
        """A source always offers the same tools, and no two of them have the same name."""
        names = [tool.definition.name for tool in await source.tools()]
        assert names
        assert len({*names}) == len(names)
        assert [tool.definition.name for tool in await source.tools()] == names

    async def test_it_can_be_closed_twice(self, source: ToolSource) -> None:
        await source.tools()
        await source.close()
        await source.close()
