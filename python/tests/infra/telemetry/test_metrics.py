"""Tests of the numbers that OpenTelemetry's SDK receives."""

from decimal import Decimal
from pathlib import Path

import pytest
from opentelemetry.metrics import set_meter_provider
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader

from questfoundry.composition.settings.settings import load_settings
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events import (
    Event,
    LimitWaited,
    ModelCallFinished,
    ModelCallRetried,
    StoreRetried,
    ValidationPassed,
)
from questfoundry.domain.events.stages import StageCompleted, StageFailed, StageStarted
from questfoundry.domain.protocols.provider import PriceBook
from questfoundry.infra.telemetry.metrics import MetricsEventSink
from questfoundry.testing import EventSinkContract

USAGE = Usage(input_tokens=100, output_tokens=20)
MODEL = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "openai",
    "gen_ai.request.model": "gpt-4o",
}


class FixedPrices(PriceBook):
    """Prices that know the models of one provider only."""

    def cost(self, model: str, usage: Usage) -> Decimal | None:
        return Decimal("0.25") * usage.calls if model.startswith("openai/") else None


class TestMetricsEventSink(EventSinkContract):
    @pytest.fixture
    def sink(self) -> MetricsEventSink:
        return MetricsEventSink(FixedPrices(), meters=MeterProvider())


Counted = dict[str, list[tuple[dict[str, object], float]]]


def count(*events: Event) -> Counted:
    """Return the attributes and the sum of each data point, by the name of its metric."""
    reader = InMemoryMetricReader()
    sink = MetricsEventSink(FixedPrices(), meters=MeterProvider([reader]))
    for event in events:
        sink.emit(event)
    return read_all(reader)


def read_all(reader: InMemoryMetricReader) -> Counted:
    found: Counted = {}
    data = reader.get_metrics_data()
    for metric in data.resource_metrics[0].scope_metrics[0].metrics if data else ():
        for point in metric.data.data_points:
            total = point.sum if hasattr(point, "sum") else point.value  # type: ignore[union-attr]
            found.setdefault(metric.name, []).append((dict(point.attributes or {}), total))
    return found


def finished(model: str = "openai/gpt-4o", *, replayed: bool = False) -> ModelCallFinished:
    return ModelCallFinished(
        model=model,
        scope="discuss",
        usage=USAGE,
        seconds=2.0,
        finish_reason="stop",
        replayed=replayed,
        store_seconds=0.5,
    )


def test_a_call_counts_tokens_seconds_and_cost_under_the_names_of_the_conventions() -> None:
    """Dashboards for language models look for these names and attributes. (OBS-6.1)"""
    assert count(finished(), finished()) == {
        "gen_ai.client.token.usage": [
            ({**MODEL, "gen_ai.token.type": "input"}, 200),
            ({**MODEL, "gen_ai.token.type": "output"}, 40),
        ],
        "gen_ai.client.operation.duration": [(MODEL, 4.0)],
        "questfoundry.client.cost": [(MODEL, 0.5)],
        "questfoundry.journal.store.duration": [({}, 1.0)],
    }


def test_an_answer_from_the_journal_counts_as_a_replay_only() -> None:
    """Tokens and costs of a replay would be counted twice."""
    assert count(finished(replayed=True)) == {"questfoundry.client.replays": [(MODEL, 1)]}


def test_an_unknown_price_counts_no_cost() -> None:
    """A cost of zero would look like a free model."""
    assert "questfoundry.client.cost" not in count(finished("own/model"))


@pytest.mark.parametrize(
    ("event", "name", "attributes", "total"),
    [
        (
            ModelCallRetried(model="openai/gpt-4o", attempt=2, wait=1.5, problem="429"),
            "questfoundry.client.retries",
            MODEL,
            1,
        ),
        (
            LimitWaited(model="openai/gpt-4o", wait=1.5),
            "questfoundry.limit.wait.duration",
            MODEL,
            1.5,
        ),
        (StoreRetried(wait=0.5, problem="away"), "questfoundry.journal.retries", {}, 1),
        (
            StageStarted(stage="dream", run="dream-1", interactive=False, prompt_length=4),
            "questfoundry.stages",
            {"stage": "dream", "outcome": "started"},
            1,
        ),
        (
            StageCompleted(stage="dream", run="dream-1", llm_calls=3, tokens_used=120),
            "questfoundry.stages",
            {"stage": "dream", "outcome": "completed"},
            1,
        ),
        (
            StageFailed(stage="dream", run="dream-1", problem="gone"),
            "questfoundry.stages",
            {"stage": "dream", "outcome": "failed"},
            1,
        ),
    ],
)
def test_other_events_count_under_names_of_our_own(
    event: Event, name: str, attributes: dict[str, object], total: float
) -> None:
    """An operator sees waits, repeats and failures without reading logs."""
    assert count(event, ValidationPassed(attempt=1)) == {name: [(attributes, total)]}


def test_a_project_counts_where_the_program_has_set_up_the_sdk(tmp_path: Path) -> None:
    """The embedding program, or `opentelemetry-instrument`, decides where numbers are sent."""
    reader = InMemoryMetricReader()
    set_meter_provider(MeterProvider([reader]))
    wanted = {"OTEL_METRICS_EXPORTER": "otlp"}
    for env in ({}, wanted):
        ProjectContainer(load_settings(tmp_path, env)).events().emit(
            StoreRetried(wait=1, problem="a")
        )

    assert read_all(reader) == {"questfoundry.journal.retries": [({}, 1)]}
