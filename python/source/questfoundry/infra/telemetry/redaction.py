"""Nothing that looks like a key or a header leaves for a log, wherever it stands in a value."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

REDACTED = "[redacted]"

_SECRET_NAME = re.compile(r"(?i)(proxy-)?authorization|(set-)?cookie|[\w-]*api[-_]?key")
# Long enough, and with a digit where only the prefix tells: stories have bearers and skies.
_SECRET_TEXT = re.compile(
    r"""(?x)
    (?P<before>
        (?i:\b(?:proxy-)?authorization | \b[\w-]*api[-_]?key)
        ['"]?\s*[:=]\s*['"]?
        (?:(?i:basic|bearer)\s+)?
      | (?i:\bbearer)\s+(?=\S*\d)
    )
    [^\s'",;}]{12,}
  | (?P<user>(?<=://)[^\s/@:]*:)[^\s/@]+(?=@)
  | \b(?:sk|pk|rk|xai)[-_](?=[\w-]*\d)[\w-]{16,}
  | \b(?:gh[pousr]|gsk|hf)_\w{16,}
  | \bAKIA[0-9A-Z]{16}\b
  | \bAIza[\w-]{30,}
    """
)


def redacted(value: Any) -> Any:
    """The value with every secret replaced; mappings and lists are searched through."""
    match value:
        case str():
            return _SECRET_TEXT.sub(_without_secret, value)
        case Mapping():
            return {
                key: REDACTED if _SECRET_NAME.fullmatch(str(key)) else redacted(item)
                for key, item in value.items()
            }
        case list() | tuple():
            return [redacted(item) for item in value]
        case _:
            return value


def _without_secret(found: re.Match[str]) -> str:
    return (found["before"] or found["user"] or "") + REDACTED
