"""Write log files, as plain text or with one JSON object per line."""

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from questfoundry.domain.errors import StoreError
from questfoundry.infra.own_files import append_to_file
from questfoundry.infra.telemetry.redaction import Redactor

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
