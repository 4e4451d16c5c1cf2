"""Translate the placeholders of our SQL statements into those of psycopg."""

import re
from functools import lru_cache

_TOKEN = re.compile(r"'[^']*'|::\w+|:(?P<name>[a-z_]+)|\?|%|ON CONFLICT \(")


@lru_cache(maxsize=512)
def to_psycopg(sql: str) -> str:
    """Return ``sql`` with the placeholders of psycopg, and with tenant and project in each key.

    ``sql`` is one of our own statements; texts of other people are bound as parameters.
    """
    return _TOKEN.sub(_replace, sql)


def is_read(sql: str) -> bool:
    """Return whether ``sql`` changes nothing."""
    return sql.lstrip().startswith("SELECT")


def _replace(token: re.Match[str]) -> str:
    match token[0]:
        case "?":
            return "%s"
        case "ON CONFLICT (":
            return "ON CONFLICT (tenant, project, "
        case text if token["name"]:
            return f"%({text[1:]})s"
        case text:
            return text.replace("%", "%%")
