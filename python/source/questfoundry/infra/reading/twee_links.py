"""The link notations of Twee: ``[[a]]``, ``[[a->b]]``, ``[[b<-a]]``, ``[[a|b]]``."""

from __future__ import annotations

import re

from attrs import frozen

LINK = r"\[\[(?P<link_inner>(?:[^\[\]\n]|\[(?!\[)|\](?!\]))*+)\]\]"
"""A link within one line; the last of two opening pairs opens it."""

_WEB = re.compile(r"(?:https?|ftp|file)://|(?:mailto|tel|data|javascript):", re.IGNORECASE)


@frozen(kw_only=True)
class Link:
    """What a link says; ``setter`` is the code that SugarCube runs when it is taken."""

    label: str
    target: str
    setter: str = ""

    @property
    def leaves(self) -> bool:
        """Whether it leads out of the story, into the web."""
        return bool(_WEB.match(self.target))


def link_of(inner: str) -> Link:
    """The link with this between its brackets: its rightmost or leftmost arrow, or its bar, counts.

    An arrow to the right goes before one to the left, and both before a bar.
    """
    words, _, setter = inner.partition("][")
    if "->" in words:
        label, _, target = words.rpartition("->")
    elif "<-" in words:
        target, _, label = words.partition("<-")
    elif "|" in words:
        label, _, target = words.rpartition("|")
    else:
        label = target = words
    return Link(label=label.strip(), target=target.strip(), setter=setter)
