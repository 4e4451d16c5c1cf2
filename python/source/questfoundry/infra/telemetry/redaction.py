"""Remove secrets from messages, logs and stored data.

Known secrets, such as the user's API keys, are found in every encoding that an HTTP header may use.
Unknown secrets are found by their form. The search takes linear time for any text.
"""

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from typing import Any, Self
from urllib.parse import parse_qsl, unquote, urlsplit

REDACTED = "[redacted]"

_SECRET_NAME = re.compile(r"(?i)(proxy-)?authorization|(set-)?cookie|[\w-]*api[-_]?key")
# Keys must be long, and contain a digit if only a prefix identifies them, since stories mention
# bearers and skies. Every repetition is bounded, so that no text needs quadratic time.
_LEAK_PATTERN = r"""(?x)
    (?P<before>
        (?i:\b(?:proxy-)?authorization | api[-_]?key)
        ['"]?\s{0,8}[:=]\s{0,8}['"]?
        (?:(?i:basic|bearer)\s{1,8})?
      | (?i:\bbearer)\s{1,8}(?=\S{0,200}\d)
    )
    [^\s'",;}]{12,}
  | (?P<user>(?<=://)[^\s/@:]{0,200}:)[^\s/@]{1,1000}(?=@)
  | \b(?:sk|pk|rk|xai)[-_](?=[\w-]{0,200}\d)[\w-]{16,}
  | \b(?:gh[pousr]|gsk|hf)_\w{16,}
  | \bAKIA[0-9A-Z]{16}\b
  | \bAIza[\w-]{30,}
    """
_NAMED_SECRET = re.compile(
    r"(?i)(?:^|_)(?:\w*key|token|secret|passw(?:or)?d|pwd|credentials?)(?:_|$)"
)
_FOLDER = "PWD"
"""The variable with the working directory; its name only looks like a password's."""

_SHORTEST, _SHORTEST_PART = 8, 4


class Redactor:
    """A callable object that replaces secrets in texts and in nested data.

    It replaces the known secrets passed to the constructor, which are API keys or URLs with
    passwords. It also replaces all other text that looks like an API key.
    """

    def __init__(self, *secrets: str | None) -> None:
        found = (form for each in secrets if each for form in _secret_forms(each))
        forms = {form for form in found if len(form) >= _SHORTEST_PART}
        known = "|".join(map(re.escape, sorted(forms, key=len, reverse=True)))
        self._known = re.compile(known) if known else None

    @classmethod
    def from_variables(cls, variables: Mapping[str, str]) -> Self:
        """Return a redactor for the secrets in ``variables``, which are environment variables."""
        return cls(
            *(
                value
                for name, value in variables.items()
                if "://" in value
                or (_NAMED_SECRET.search(name) and name != _FOLDER and len(value) >= _SHORTEST)
            )
        )

    def redact(self, text: str) -> str:
        """Return ``text`` with a placeholder in place of every secret."""
        known = self._known.sub(REDACTED, text) if self._known else text
        return re.sub(_LEAK_PATTERN, _replace_secret, known)

    def __call__(self, value: Any) -> Any:
        match value:
            case str():
                return self.redact(value)
            case Mapping():
                return {
                    key: REDACTED if _SECRET_NAME.fullmatch(str(key)) else self(item)
                    for key, item in value.items()
                }
            case list() | tuple():
                return [self(item) for item in value]
            case _:
                return value


redact_by_pattern = Redactor()
"""A redactor without known secrets, which finds secrets only by pattern."""


def _secret_forms(secret: str) -> Iterator[str]:
    """Yield the texts that would reveal ``secret``, which is an API key or a URL.

    In a URL, only the user, the password and long values in the query are secret. The user of a
    database is no secret, because the password is a value of its own.
    """
    if "://" not in secret:
        # A key copied with a line end may appear in parts or without the line end.
        yield from (secret.strip(), *secret.split())
        return
    try:
        parts = urlsplit(secret.strip())
        values = [value for _, value in parse_qsl(parts.query) if len(value) >= _SHORTEST]
    except ValueError:
        return
    user, at, _ = parts.netloc.rpartition("@")
    is_name = parts.scheme.startswith("postgres") and ":" not in user
    if at and user and not is_name:
        plain = unquote(user)
        yield from (user, plain, b64encode(plain.encode()).decode())
        yield from (each.partition(":")[2] for each in (user, plain))
    yield from values


def _replace_secret(found: re.Match[str]) -> str:
    return (found["before"] or found["user"] or "") + REDACTED
