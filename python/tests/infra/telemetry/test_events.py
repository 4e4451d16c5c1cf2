"""Tests of events in log files, as single lines that people can read, and of several sinks."""

import json
import math
from pathlib import Path
from typing import Any

import attrs
import pytest
import structlog
from hypothesis import example, given
from hypothesis import strategies as st
from structlog.testing import CapturingLogger

from questfoundry.domain import events
from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events import (
    Event,
    ModelCallRetried,
    ToolCallFinished,
    ToolCallStarted,
    ValidationFailed,
    ValidationPassed,
    ValidationStarted,
)
from questfoundry.domain.events.stages import (
    PhaseCompleted,
    PromptCompiled,
    StageCompleted,
    StageFailed,
    StageStarted,
)
from questfoundry.infra.telemetry.events import (
    CompositeEventSink,
    JsonLines,
    StructlogEventSink,
    build_debug_log,
)
from questfoundry.infra.telemetry.redaction import redact_by_pattern
from questfoundry.testing.scripted import ManualClock, RecordingEventSink
from tests.support.examples import examples

USAGE = Usage(input_tokens=100, output_tokens=20, cached_tokens=30, calls=2)


def logged(tmp_path: Path, *events: Event) -> list[dict[str, Any]]:
    path = tmp_path / "logs" / "debug.jsonl"
    sink = StructlogEventSink(build_debug_log(path, ManualClock()))
    for event in events:
        sink.emit(event)
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_line_has_a_timestamp_an_event_a_level_and_a_context(tmp_path: Path) -> None:
    """Programs that read the log depend on these four keys and on the event's name. (OBS-1.1)"""
    started = StageStarted(stage="dream", run="dream-1", interactive=False, prompt_length=42)

    assert logged(tmp_path, started) == [
        {
            "timestamp": "2030-01-01T12:00:00+00:00",
            "event": "dream_execute_start",
            "level": "info",
            "context": {
                "stage": "dream",
                "run": "dream-1",
                "interactive": False,
                "prompt_length": 42,
                "resumed": False,
            },
        }
    ]


COMPILED = PromptCompiled(template="templates/dream/discuss", source="prompts")
PHASE = PhaseCompleted(stage="dream", phase="discuss", rounds=3, usage=USAGE)
PHASED = {"phase": "discuss", "rounds": 3, "tokens": 120, "cached_tokens": 30}
STAGE = StageCompleted(stage="dream", run="dream-1", llm_calls=3, tokens_used=120)
STAGED = {"stage": "dream", "llm_calls": 3, "tokens_used": 120}
FAILED = StageFailed(stage="dream", run="dream-1", problem="gone")
STARTED = ToolCallStarted(tool="search_corpus", arguments={"query": "noir"})
FINISHED = ToolCallFinished(tool="search_corpus", result="success", size=9)
WRONG = ValidationFailed(attempt=1, field="genre", issue="has a slash")
RETRIED = ModelCallRetried(model="openai/gpt-4o", attempt=2, wait=1.5, problem="429")


@pytest.mark.parametrize(
    ("event", "name", "level", "context"),
    [
        (COMPILED, "prompt_compiled", "debug", {"template": "templates/dream/discuss"}),
        (PHASE, "phase_complete", "info", PHASED),
        (STAGE, "stage_complete", "info", STAGED),
        (STARTED, "tool_call_start", "debug", {}),
        (FINISHED, "tool_call_result", "debug", {"result": "success"}),
        (ValidationStarted(phase="serialize", attempt=1), "validation_start", "info", {}),
        (WRONG, "validation_failed", "warning", {"field": "genre", "issue": "has a slash"}),
        (ValidationPassed(attempt=2), "validation_passed", "info", {"attempt": 2}),
        (FAILED, "stage_failed", "error", {}),
        (RETRIED, "llm_call_retry", "warning", {"wait": 1.5}),
    ],
)
def test_each_event_has_its_name_its_level_and_its_fields(
    tmp_path: Path, event: Event, name: str, level: str, context: dict[str, Any]
) -> None:
    """Documented names, levels and fields are an interface, so a change breaks filters."""
    (line,) = logged(tmp_path, event)

    assert (line["event"], line["level"]) == (name, level)
    assert context.items() <= line["context"].items()


KINDS = [
    each for each in vars(events).values() if isinstance(each, type) and issubclass(each, Event)
]


def test_no_event_has_a_field_that_a_log_line_cannot_carry() -> None:
    for kind in KINDS:
        assert not {"event", "level", "timestamp"} & {field.name for field in attrs.fields(kind)}, (
            kind
        )


def test_an_embedder_s_own_structlog_logger_gets_the_events() -> None:
    """An embedder sees events in its own log only if they go through its logger."""
    target = CapturingLogger()
    logger = structlog.wrap_logger(
        target, processors=[], wrapper_class=structlog.make_filtering_bound_logger(0)
    )

    StructlogEventSink(logger).emit(ValidationPassed(attempt=2))

    (call,) = target.calls
    assert (call.method_name, call.kwargs) == ("info", {"event": "validation_passed", "attempt": 2})


def test_all_watchers_are_told_in_order() -> None:
    first, second = RecordingEventSink(), RecordingEventSink()
    both = CompositeEventSink([first, second])

    both.emit(ValidationStarted(phase="serialize", attempt=1))
    both.emit(ValidationPassed(attempt=1))

    assert first.names() == second.names() == ["validation_start", "validation_passed"]


def test_secrets_do_not_reach_the_log(tmp_path: Path) -> None:
    """Error texts quote HTTP headers, and logs are attached to bug reports. (OBS-2.1)"""
    problem = "HTTP 401 for Authorization: Bearer sk-live-0123456789abcdef"

    (line,) = logged(tmp_path, StageFailed(stage="dream", run="dream-1", problem=problem))

    assert line["context"]["problem"] == "HTTP 401 for Authorization: Bearer [redacted]"


texts = st.text(st.characters(exclude_categories=()))
leaves = st.none() | st.booleans() | st.integers() | st.floats() | texts
values = st.recursive(leaves, lambda each: st.lists(each) | st.dictionaries(texts, each))


def reject(constant: str) -> None:
    raise AssertionError(f"{constant} is not JSON")


@given(values)
@example([math.nan, {"a": math.inf}, -math.inf])
@example("a\nb\r\u2028\x85\0\ud800\\")
@examples(60)
def test_any_value_is_one_readable_line(
    tmp_path_factory: pytest.TempPathFactory, value: Any
) -> None:
    """One line that other programs cannot read can make them refuse the whole log."""
    path = tmp_path_factory.mktemp("logs") / "log.jsonl"
    JsonLines(path).write({"value": value})
    event = ToolCallStarted(tool="lookup", arguments={"value": value})
    StructlogEventSink(build_debug_log(path, ManualClock())).emit(event)
    *lines, rest = path.read_bytes().split(b"\n")
    call, logged = (json.loads(line, parse_constant=reject) for line in lines)
    assert rest == b""
    expected = json.loads(json.dumps(redact_by_pattern({"value": value})), parse_constant=str)
    assert call == logged["context"]["arguments"] == expected
