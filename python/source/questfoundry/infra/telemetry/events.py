"""Where events go: to several watchers, and a log by way of structlog."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import attrs

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.events import (
    Event,
    ModelCallFinished,
    ModelCallRetried,
    ModelCallStarted,
    PromptCompiled,
    StageFailed,
    StageStarted,
    ToolCallFinished,
    ToolCallStarted,
    ToolWithdrawn,
    ValidationFailed,
)
from questfoundry.domain.protocols.clock import Clock
from questfoundry.domain.protocols.events import EventSink
from questfoundry.infra.telemetry.json_lines import LogFile
from questfoundry.infra.telemetry.redaction import Redactor

if TYPE_CHECKING:
    from structlog.typing import EventDict, FilteringBoundLogger, Processor

_LEVELS: dict[type[Event], str] = {
    PromptCompiled: "debug",
    ModelCallStarted: "debug",
    ModelCallFinished: "debug",
    ToolCallStarted: "debug",
    ToolCallFinished: "debug",
    ModelCallRetried: "warning",
    ToolWithdrawn: "warning",
    ValidationFailed: "warning",
    StageFailed: "error",
}


class CompositeEventSink(EventSink):
    """Tells several watchers, in their order."""

    def __init__(self, sinks: Iterable[EventSink]) -> None:
        self._sinks = tuple(sinks)

    def emit(self, event: Event) -> None:
        """Tell each of them."""
        for sink in self._sinks:
            sink.emit(event)


class StructlogEventSink(EventSink):
    """Hands each event to a structlog logger: its name, its level, and its fields by name."""

    def __init__(self, logger: FilteringBoundLogger) -> None:
        self._logger = logger

    def emit(self, event: Event) -> None:
        """Log the event."""
        level = _LEVELS.get(type(event), "info")
        getattr(self._logger, level)(_name(event), **_fields(event))


def build_debug_log(
    path: Path, clock: Clock, *, within: Path | None = None, redact: Redactor | None = None
) -> FilteringBoundLogger:
    """A structlog logger of ``{timestamp, event, level, context}`` lines, secrets removed."""
    import structlog

    logger: FilteringBoundLogger = structlog.wrap_logger(
        structlog.WriteLogger(cast("TextIO", LogFile(path, within=within))),
        processors=[
            _build_processor(clock, redact or Redactor()),
            structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(0),
    )
    return logger


def _build_processor(clock: Clock, redact: Redactor) -> Processor:
    def process(_logger: object, level: str, fields: EventDict) -> EventDict:
        event = fields.pop("event")
        line = {
            "timestamp": clock.now().isoformat(),
            "event": event,
            "level": level,
            "context": fields,
        }
        return cast("EventDict", redact(line))

    return process


def _name(event: Event) -> str:
    # The stage stands in the name, as in dream_execute_start.
    return f"{event.stage}_execute_start" if isinstance(event, StageStarted) else event.name


def _fields(event: Event) -> dict[str, Any]:
    fields = attrs.asdict(event, recurse=False)
    usage = fields.pop("usage", None)
    if isinstance(usage, Usage):
        fields |= {**attrs.asdict(usage), "tokens": usage.total_tokens}
    return fields
