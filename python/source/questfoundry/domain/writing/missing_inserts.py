"""Add missing inserts (conditional texts) to a finished passage without changing its other words.

A request shows the passage with numbered paragraphs, and asks for the missing inserts alone. Each
stands below its name and the number of the paragraph that it follows::

    [keep-the-ledger-1] after 2
    The ledger is heavy under her coat.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest

from attrs import frozen

from questfoundry.domain.story.dilemma import Residue
from questfoundry.domain.story.size import Range
from questfoundry.domain.text.wording import join_sentences
from questfoundry.domain.writing.briefing import Briefing
from questfoundry.domain.writing.fact import FactKind, select_facts

_GAP = re.compile(r"[^\S\n]*\n[^\S\n]*(?:\n[^\S\n]*)+")
_NAME = re.compile(
    r"^[ \t*]*\[([\w-]{1,100})\][ \t*]*(?:after[ \t]+(?:paragraph[ \t]+)?(\d{1,3}))?[^\n]*$",
    re.IGNORECASE | re.MULTILINE,
)


@frozen(kw_only=True)
class MissingInsert:
    """An insert that a passage lacks: what it answers, and what its readers have read of that.

    ``is_opening``: whether the insert stands before the first paragraph of the passage.
    ``words``: its length, if it differs from that of other inserts.
    """

    name: str
    text: str
    read: str = ""
    is_opening: bool = False
    words: Range | None = None


def list_missing_inserts(briefing: Briefing, names: Collection[str]) -> Iterator[MissingInsert]:
    """Yield the inserts with these ``names``, in the words of the briefing."""
    signs = {each.name: each.seen for each in briefing.traces if each.residue == Residue.LIGHT}
    for fact in select_facts(briefing.facts, FactKind.DECISION):
        if fact.flag in names:
            text = signs.get(fact.flag) or join_sentences(fact.texts)
            yield MissingInsert(name=fact.flag, text=text, read=fact.read)
    for fact in select_facts(briefing.facts, FactKind.LEVEL):
        if fact.flag in names:
            yield MissingInsert(name=fact.flag, text=join_sentences(fact.texts))
    for group in briefing.minor_choices:
        for each in group.minor_choices:
            if each.name in names:
                yield MissingInsert(
                    name=each.name,
                    text=join_sentences(each.left or each.label),
                    read=each.read,
                    is_opening=not group.title,
                )


def split_paragraphs(prose: str) -> list[str]:
    """Split ``prose`` at empty lines into paragraphs, which requests number from 1."""
    return _GAP.split(prose.strip())


def add_inserts(prose: str, answer: str, missing: Sequence[MissingInsert]) -> str:
    """Return ``prose`` with the ``missing`` inserts of the model's ``answer`` in their places.

    Only the first paragraph below a name counts. Opening inserts stand first. An insert without a
    usable number stands before the last paragraph. All words of ``prose`` remain as they are.
    """
    written = dict(_read_inserts(answer))
    ends = [found.start() for found in _GAP.finditer(prose.strip())]
    parts = dict[int, list[str]]()
    for each in missing:
        if each.name in written:
            number, text = written[each.name]
            place = number if 0 < number <= len(ends) else len(ends)
            place = 0 if each.is_opening else place
            parts.setdefault(place, []).append(f"[{each.name}]\n{text}")
    return _put_between(prose.strip(), ends, parts)


def _put_between(prose: str, ends: Sequence[int], parts: Mapping[int, list[str]]) -> str:
    """Return ``prose`` with ``parts`` after the paragraphs of these numbers; 0 is the beginning."""
    for place in sorted(parts, reverse=True):
        added = "\n\n".join(parts[place])
        end = ends[place - 1] if place else 0
        prose = f"{prose[:end]}\n\n{added}{prose[end:]}" if end else f"{added}\n\n{prose}"
    return prose


def _read_inserts(answer: str) -> Iterator[tuple[str, tuple[int, str]]]:
    """Yield the name of each insert in ``answer``, with its place and its paragraph."""
    heads = list(_NAME.finditer(answer))
    for head, following in zip_longest(heads, heads[1:]):
        end = following.start() if following else len(answer)
        paragraph = _GAP.split(answer[head.end() : end].strip())[0]
        text = " ".join(paragraph.split())
        if any(char.isalnum() for char in text):
            yield head[1], (int(head[2] or 0), text)
