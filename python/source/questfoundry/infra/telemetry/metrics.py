"""Count calls, tokens, costs and seconds through OpenTelemetry.

The program that sets up OpenTelemetry's SDK decides where the numbers are sent. Names follow the
semantic conventions for generative AI where they exist. No attribute contains text of an author.
"""

from collections.abc import Mapping
from typing import Any

from opentelemetry.metrics import Histogram, Meter, MeterProvider, get_meter

from questfoundry.domain.events import (
    Event,
    LimitWaited,
    ModelCallFinished,
    ModelCallRetried,
    StoreRetried,
)
from questfoundry.domain.events.stages import StageCompleted, StageFailed, StageStarted
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.domain.protocols.runs import EventSink

_TOKEN_BOUNDS = [4**power for power in range(14)]
_SECOND_BOUNDS = [0.01 * 2**power for power in range(17)]  # to 655 s: reasoning models are slow
_STORE_BOUNDS = [0.001 * 2**power for power in range(14)]

_STAGE_OUTCOMES: Mapping[type[Event], str] = {
    StageStarted: "started",
    StageCompleted: "completed",
    StageFailed: "failed",
}


class MetricsEventSink(EventSink):
    """An event sink that turns events into OpenTelemetry counters and histograms."""

    def __init__(self, prices: PriceBook, *, meters: MeterProvider | None = None) -> None:
        """Use ``meters``, or else the global meter provider of the process."""
        self._prices = prices
        meter = get_meter("questfoundry", meter_provider=meters)
        self._tokens = _make_histogram(meter, "gen_ai.client.token.usage", "{token}", _TOKEN_BOUNDS)
        self._seconds = _make_histogram(
            meter, "gen_ai.client.operation.duration", "s", _SECOND_BOUNDS
        )
        self._limit_waits = _make_histogram(
            meter, "questfoundry.limit.wait.duration", "s", _SECOND_BOUNDS
        )
        self._stored = _make_histogram(
            meter, "questfoundry.journal.store.duration", "s", _STORE_BOUNDS
        )
        self._cost = meter.create_counter("questfoundry.client.cost", "{USD}")
        self._replays = meter.create_counter("questfoundry.client.replays", "{call}")
        self._retries = meter.create_counter("questfoundry.client.retries", "{call}")
        self._store_retries = meter.create_counter("questfoundry.journal.retries", "{write}")
        self._stages = meter.create_counter("questfoundry.stages", "{stage}")

    def emit(self, event: Event) -> None:
        match event:
            case ModelCallFinished():
                self._count_call(event)
            case ModelCallRetried():
                self._retries.add(1, _name_model(event.model))
            case LimitWaited():
                self._limit_waits.record(event.wait, _name_model(event.model))
            case StoreRetried():
                self._store_retries.add(1)
            case StageStarted() | StageCompleted() | StageFailed():
                outcome = _STAGE_OUTCOMES[type(event)]
                self._stages.add(1, {"stage": event.stage, "outcome": outcome})
            case _:
                pass

    def _count_call(self, event: ModelCallFinished) -> None:
        model, usage = _name_model(event.model), event.usage
        if event.replayed:
            self._replays.add(1, model)
            return
        self._tokens.record(usage.input_tokens, {**model, "gen_ai.token.type": "input"})
        self._tokens.record(usage.output_tokens, {**model, "gen_ai.token.type": "output"})
        self._seconds.record(event.seconds, model)
        self._stored.record(event.store_seconds)
        cost = self._prices.cost(event.model, usage)
        if cost is not None:
            self._cost.add(float(cost), model)


def _name_model(model: str) -> Mapping[str, Any]:
    provider, _, name = model.partition("/")
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": provider,
        "gen_ai.request.model": name,
    }


def _make_histogram(meter: Meter, name: str, unit: str, bounds: list[float]) -> Histogram:
    return meter.create_histogram(name, unit, explicit_bucket_boundaries_advisory=bounds)
