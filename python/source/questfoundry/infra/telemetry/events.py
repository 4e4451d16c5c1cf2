"""Events become log lines through structlog."""

from __future__ import annotations

from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

import attrs
import structlog
from structlog.typing import FilteringBoundLogger

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
from questfoundry.infra.telemetry.json_lines import JsonLines

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


class StructlogEventSink(EventSink):
    """Hands each event to a structlog logger: its name, its level, and its fields by name."""

    def __init__(self, logger: FilteringBoundLogger) -> None:
        self._logger = logger

    def emit(self, event: Event) -> None:
        """Log the event."""
        level = _LEVELS.get(type(event), "info")
        getattr(self._logger, level)(_name(event), **_fields(event))


def debug_log(path: Path, clock: Clock) -> FilteringBoundLogger:
    """A structlog logger of ``{timestamp, event, level, context}`` lines."""
    lines = JsonLines(path)

    def write(_logger: object, level: str, fields: MutableMapping[str, Any]) -> str:
        lines.write(
            {
                "timestamp": clock.now().isoformat(),
                "event": fields.pop("event"),
                "level": level,
                "context": fields,
            }
        )
        raise structlog.DropEvent

    logger: FilteringBoundLogger = structlog.wrap_logger(
        None, processors=[write], wrapper_class=structlog.make_filtering_bound_logger(0)
    )
    return logger


def _name(event: Event) -> str:
    # The stage stands in the name, as in dream_execute_start.
    return f"{event.stage}_execute_start" if isinstance(event, StageStarted) else event.name


def _fields(event: Event) -> dict[str, Any]:
    fields = attrs.asdict(event, recurse=False)
    usage = fields.pop("usage", None)
    if isinstance(usage, Usage):
        fields |= {**attrs.asdict(usage), "tokens": usage.total_tokens}
    return fields
