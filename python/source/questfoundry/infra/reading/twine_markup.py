"""What all formats of Twine understand: links, and what is no text at all."""

from __future__ import annotations

from re import Match
from typing import ClassVar

from questfoundry.infra.reading.dialect import Dialect
from questfoundry.infra.reading.sugarcube_code import set_by, text_of
from questfoundry.infra.reading.twee_links import LINK, link_of


class TwineMarkup(Dialect):
    """Links and comments, and the scripts and styles of HTML."""

    marks: ClassVar = {
        "comment": r"<!--(?:[^<-]|-(?!->)|<(?!!--))*+-->",
        "code": r"(?i:<(?P<element>script|style)\b[^<>]*+>(?:[^<]|<(?!/?(?:script|style)\b))*+"
        r"</(?:script|style)\s*+>)",
        "link": LINK,
    }

    def take(self, mark: Match[str]) -> None:
        """See the class."""
        match mark.lastgroup:
            case "link":
                self._link(mark["link_inner"])
            case "code" if mark["element"].lower() == "script":
                self._sheet.unknown("<script>", mark[0])

    def _link(self, inner: str) -> None:
        link = link_of(inner)
        if link.leaves:
            return
        grants = set_by(link.setter, value=True) if link.setter else frozenset[str]()
        if grants is None:
            self._sheet.change_unknown(link.setter)
        # SugarCube evaluates labels: one in quotes is a string.
        label = text_of(link.label) or link.label
        self._sheet.add(link.target, label, grants=grants or frozenset())
