"""Test what every clock, event sink, price book and prompt repository must do."""

from datetime import timedelta

import pytest

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import PromptError
from questfoundry.domain.events import Event, PhaseStarted, StageFailed, StageStarted
from questfoundry.domain.protocols import Clock, EventSink, PriceBook, PromptRepository

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
