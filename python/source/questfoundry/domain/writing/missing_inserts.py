"""Correct the names of inserts (conditional texts), and add missing inserts to a passage.

A finished passage gets its missing inserts without a change of its other words.

A request shows the passage with numbered paragraphs, and asks for the missing inserts alone. Each
stands below its name and the number of the paragraph that it follows::

    [keep-the-ledger-1] after 2
    The ledger is heavy under her coat.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import zip_longest

from attrs import frozen

from questfoundry.domain.ids import slugify
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

_HEAD = re.compile(
    r"^[ \t*_]*\[[\"'`\u2018-\u201f]*([^\[\]\n]{1,100}?)[\"'`\u2018-\u201f]*\][ \t*_:]*"
    r"(after[ \t][^\n]*)?\n\s*(?=\S)",
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


def correct_insert_names(prose: str, allowed: Sequence[str], required: Collection[str]) -> str:
    """Return ``prose`` with every insert below the name that it means, after an empty line.

    Capitals, spaces, quotation marks and small mistakes do not matter if one of the ``allowed``
    names fits alone. A single unknown name means the single ``required`` name that is missing. A
    paragraph below any other unknown name is removed, because no player could read it.
    """
    heads = list(_HEAD.finditer(prose))
    meant = _resolve_names([each[1] for each in heads], allowed, required)
    parts, end = list[str](), 0
    for head, following in zip_longest(heads, heads[1:]):
        name, limit = meant[head[1]], following.start() if following else len(prose)
        if name is None:
            continue
        gap = _GAP.search(prose, head.end(), limit)
        parts.append(prose[end : head.start()].rstrip())
        if name:
            place = f" {head[2]}" if head[2] else ""
            parts.append(f"[{name}]{place}\n{prose[head.end() : gap.start() if gap else limit]}")
        end = gap.end() if gap else limit
    return "\n\n".join(filter(str.strip, (*map(str.rstrip, parts), prose[end:])))


def _resolve_names(
    names: Collection[str], allowed: Sequence[str], required: Collection[str]
) -> Mapping[str, str | None]:
    """Return what each of ``names`` means: an allowed name, "" for none, ``None`` for no name."""
    exact = {slugify(each, _MAX_NAME): each for each in allowed}
    keys = {each: slugify(each, _MAX_NAME) for each in names}
    meant: dict[str, str | None] = {name: exact.get(key) for name, key in keys.items()}
    for name in (each for each in names if meant[each] is None):
        free = [each for each in allowed if each not in meant.values()]
        fits = [each for each in free if _is_name(name) and each.startswith(f"{name}-")]
        fits = fits or get_close_matches(keys[name], free, n=2, cutoff=_CLOSE)
        meant[name] = fits[0] if len(fits) == 1 else "" if _is_name(name) else None
    unknown = [name for name, each in meant.items() if each == ""]
    missing = [each for each in required if each not in meant.values()]
    return meant | ({unknown[0]: missing[0]} if len(unknown) == len(missing) == 1 else {})


def _is_name(text: str) -> bool:
    """Return whether ``text`` has the form of names: words in lower case, joined by hyphens."""
    return text == text.lower() and bool(re.fullmatch(r"[\w-]+", text))


_MAX_NAME = 100
"""The highest number of characters of a name in brackets."""

_CLOSE = 0.85
"""The similarity from which a name is taken for another one that is spelt wrongly."""
