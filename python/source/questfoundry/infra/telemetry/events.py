"""Write log files, and forward events to sinks or log them through structlog."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import attrs

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.errors import StoreError
from questfoundry.domain.events import (
    Event,
    LimitWaited,
    ModelCallFinished,
    ModelCallRetried,
    ModelCallStarted,
    PromptReadInPart,
    StoreRetried,
    ToolCallFinished,
    ToolCallStarted,
    ToolWithdrawn,
    ValidationFailed,
)
from questfoundry.domain.events.stages import PromptCompiled, StageFailed, StageStarted
from questfoundry.domain.protocols.runs import EventSink
from questfoundry.domain.protocols.workspace import Clock
from questfoundry.infra.own_files import append_to_file
from questfoundry.infra.telemetry.redaction import Redactor

if TYPE_CHECKING:
    from structlog.typing import EventDict, FilteringBoundLogger


_problems = logging.getLogger("questfoundry")


class LogFile:
    """A log file to which each call of ``write`` appends at once, without a buffer.

    If a write fails, one warning is logged, later writes do nothing, and the program continues.
    """

    def __init__(self, path: Path, *, within: Path | None = None) -> None:
        """Set the path of the file; ``within`` is the project folder that contains it, if any."""
        self._path = path
        self._within = within
        self._has_failed = False

    def write(self, text: str) -> None:
        """Append ``text`` to the file; do nothing if an earlier call has failed."""
        if self._has_failed:
            return
        try:
            append_to_file(self._path, text, within=self._within)
        except (OSError, StoreError) as error:
            self._has_failed = True
            _problems.warning(
                "%s cannot be written (%s), so logging to it has stopped. "
                "The run continues; free disk space or correct the permissions before "
                "the next run.",
                self._path,
                getattr(error, "strerror", error),
            )

    def flush(self) -> None:
        """Do nothing, since writes are not buffered."""


class JsonLines:
    """A log file with one JSON object per line, from which secrets are removed."""

    def __init__(
        self, path: Path, *, within: Path | None = None, redact: Redactor | None = None
    ) -> None:
        self._file = LogFile(path, within=within)
        self._redact = redact or Redactor()

    def write(self, document: Mapping[str, Any]) -> None:
        """Append ``document`` as one line of JSON."""
        self._file.write(f"{to_json(self._redact(document))}\n")


def to_json(value: Any) -> str:
    """Return ``value`` as one line of JSON; what JSON cannot represent, such as NaN, is text."""
    try:
        return json.dumps(value, ensure_ascii=False, default=str, allow_nan=False)
    except ValueError:
        finite = json.loads(json.dumps(value, default=str), parse_constant=str)
        return json.dumps(finite, ensure_ascii=False)


_LEVELS: dict[type[Event], str] = {
    PromptCompiled: "debug",
    ModelCallStarted: "debug",
    ModelCallFinished: "debug",
    LimitWaited: "debug",
    ToolCallStarted: "debug",
    ToolCallFinished: "debug",
    ModelCallRetried: "warning",
    PromptReadInPart: "warning",
    StoreRetried: "warning",
    ToolWithdrawn: "warning",
    ValidationFailed: "warning",
    StageFailed: "error",
}


class CompositeEventSink(EventSink):
    """An event sink that forwards events to several sinks in order."""

    def __init__(self, sinks: Iterable[EventSink]) -> None:
        self._sinks = tuple(sinks)

    def emit(self, event: Event) -> None:
        for sink in self._sinks:
            sink.emit(event)


class StructlogEventSink(EventSink):
    """An event sink that logs each event with its name, level and fields."""

    def __init__(self, logger: FilteringBoundLogger) -> None:
        self._logger = logger

    def emit(self, event: Event) -> None:
        level = _LEVELS.get(type(event), "info")
        getattr(self._logger, level)(_name(event), **_fields(event))


def build_debug_log(
    path: Path, clock: Clock, *, within: Path | None = None, redact: Redactor | None = None
) -> FilteringBoundLogger:
    """Return a logger that appends one JSON object per event to the file at ``path``."""
    import structlog

    redact = redact or Redactor()

    def build_line(_logger: object, level: str, fields: EventDict) -> str:
        event = fields.pop("event")
        time = clock.now().isoformat()
        line = {"timestamp": time, "event": event, "level": level, "context": fields}
        return to_json(redact(line))

    logger: FilteringBoundLogger = structlog.wrap_logger(
        structlog.WriteLogger(cast("TextIO", LogFile(path, within=within))),
        processors=[build_line],
        wrapper_class=structlog.make_filtering_bound_logger(0),
    )
    return logger


def _name(event: Event) -> str:
    # The event name contains the stage, for example dream_execute_start.
    return f"{event.stage}_execute_start" if isinstance(event, StageStarted) else event.name


def _fields(event: Event) -> dict[str, Any]:
    fields = attrs.asdict(event, recurse=False)
    usage = fields.pop("usage", None)
    if isinstance(usage, Usage):
        fields |= {**attrs.asdict(usage), "tokens": usage.total_tokens}
    return fields
