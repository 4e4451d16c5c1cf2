"""Snowman's templates: code between ``<%`` and ``%>``, none of which is modelled."""

from __future__ import annotations

from re import Match
from typing import ClassVar

from questfoundry.infra.reading.dialect import Dialect


class Snowman(Dialect):
    """Code that may do anything."""

    marks: ClassVar = {"template": r"<%(?:[^<%]|<(?!%)|%(?!>))*+%>"}

    def take(self, mark: Match[str]) -> None:
        """See the class."""
        self._sheet.unknown("<% %>", mark[0])
