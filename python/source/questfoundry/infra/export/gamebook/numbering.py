"""Numbers for passages and codewords for flags: mixed up, and the same for the same story.

What mixes them is a hash of the IFID with each name: no generator that another version of
Python could change, and a passage that is added moves no other out of its order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from itertools import chain, count, product

from questfoundry.domain.story.edition import Edition


def numbers_of(edition: Edition) -> Mapping[str, int]:
    """The number of each passage: the start has 1, the others follow in a mixed order."""
    start = edition.structure.start
    others = (passage.id for passage in edition.structure.passages if passage.id != start)
    order = (start, *_mixed(others, edition.ifid))
    return {passage: number for number, passage in enumerate(order, start=1)}


def codewords_of(edition: Edition) -> Mapping[str, str]:
    """A word for each flag that a choice reads; a flag that nobody reads needs none.

    Flags that the same choices grant are never apart, so that one word stands for all of them.
    """
    choices = edition.structure.choices
    read = frozenset[str]().union(*(choice.requires | choice.forbids for choice in choices))
    grantors: dict[str, list[str]] = {flag: [] for flag in sorted(read)}
    for choice in choices:
        for flag in choice.grants & read:
            grantors[flag].append(choice.id)
    groups = _mixed({str(by) for by in grantors.values()}, edition.ifid)
    words = _mixed(_words(), edition.ifid)
    # Were there ever more groups than words, rows of two words would follow, then of three.
    rows = chain.from_iterable(product(words, repeat=length) for length in count(1))
    named = dict(zip(groups, rows, strict=False))
    return {flag: " ".join(named[str(by)]) for flag, by in grantors.items()}


def _mixed(names: Iterable[str], key: str) -> list[str]:
    def place(name: str) -> bytes:
        return sha256(f"{key}\n{name}".encode("utf-8", "surrogatepass")).digest()

    return sorted(names, key=place)


def _words() -> Iterable[str]:
    text = files(__package__).joinpath("codewords.txt").read_text(encoding="utf-8")
    return text.split()
