"""Log files, of text and of JSON objects, one a line."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from questfoundry.domain.errors import StoreError
from questfoundry.infra.storage.own_files import append_to_file
from questfoundry.infra.telemetry.redaction import Redactor

_problems = logging.getLogger("questfoundry")


class LogFile:
    """A file that text is appended to; it is on disk when ``write`` returns.

    A log that cannot be written is reported once, and never stops the work it tells of.
    """

    def __init__(self, path: Path, *, within: Path | None = None) -> None:
        """``within`` is the project whose log it is."""
        self._path = path
        self._within = within
        self._has_failed = False

    def write(self, text: str) -> None:
        """Append the text."""
        if self._has_failed:
            return
        try:
            append_to_file(self._path, text, within=self._within)
        except (OSError, StoreError) as error:
            self._has_failed = True
            _problems.warning(
                "%s cannot be written (%s), so nothing more is logged there. "
                "The run goes on; free the disk or correct the rights before the next one.",
                self._path,
                getattr(error, "strerror", error),
            )

    def flush(self) -> None:
        """Nothing is held back."""


class JsonLines:
    """Appends JSON objects to a log file, one a line, secrets removed."""

    def __init__(
        self, path: Path, *, within: Path | None = None, redact: Redactor | None = None
    ) -> None:
        self._file = LogFile(path, within=within)
        self._redact = redact or Redactor()

    def write(self, document: Mapping[str, Any]) -> None:
        """Append one line; what JSON cannot hold goes out as text."""
        line = json.dumps(self._redact(document), ensure_ascii=False, default=str)
        self._file.write(f"{line}\n")
