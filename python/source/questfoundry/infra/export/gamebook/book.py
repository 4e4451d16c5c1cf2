"""Number the sections of a gamebook, and choose codewords for the flags that readers keep.

Passages are numbered in a random order, by a hash of the story's id (the IFID) and the passage's
id; codewords are assigned in the same manner. If a passage is added, the other passages keep
their relative order.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from hashlib import sha256
from importlib.resources import files
from itertools import chain, count, product

from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.prose import clean_text
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.variables import conditional_text_flags


def read_data_file(name: str) -> str:
    """Return the text of a data file in this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def plain_text(text: str) -> str:
    """Return ``text`` without characters that XML forbids and without spaces at both ends."""
    return clean_text(text).strip()


def numbers_of(edition: Edition) -> Mapping[str, int]:
    """Return the section number of each passage: the start is 1, the others are shuffled."""
    start = edition.structure.start
    others = (passage.id for passage in edition.structure.passages if passage.id != start)
    order = (start, *_shuffle(others, edition.ifid))
    return {passage: number for number, passage in enumerate(order, start=1)}


def codewords_of(edition: Edition) -> Mapping[str, str]:
    """Return the codeword of each flag that a reader must remember, by flag.

    A flag has no codeword if no condition tests the flag, or if readers know it from the sections
    read (``visit_flags``) or the label just chosen (``label_flags``). Flags that are set by the
    same choices share a codeword.
    """
    structure = edition.structure
    choices, known = structure.choices, visit_flags(structure).keys()
    read = (frozenset(conditional_text_flags(edition)) - label_flags(edition).keys()).union(
        *(choice.requires | (choice.forbids - known) for choice in choices)
    )
    grantors = {
        flag: str([choice.id for choice in choices if flag in choice.grants])
        for flag in sorted(read)
    }
    groups = _shuffle(set(grantors.values()), edition.ifid)
    words = _shuffle(read_data_file("codewords.txt").split(), edition.ifid)
    # If there are more groups than words, combinations of two words follow, then of three.
    rows = chain.from_iterable(product(words, repeat=length) for length in count(1))
    named = dict(zip(groups, rows, strict=False))
    return {flag: " ".join(named[by]) for flag, by in grantors.items()}


def _shuffle(names: Iterable[str], key: str) -> list[str]:
    def hash_name(name: str) -> bytes:
        return sha256(f"{key}\n{name}".encode("utf-8", "surrogatepass")).digest()

    return sorted(names, key=hash_name)


def visit_flags(structure: Structure) -> Mapping[str, str]:
    """Return the flags that mean "has read this passage", each with the id of the passage.

    All choices that set such a flag lead to the passage, and all choices that lead to the passage
    set the flag.
    """
    return {
        flag: passage
        for flag, by in _grantors(structure).items()
        for passage in [by[0].target]
        if passage != structure.start
        and all(choice.target == passage for choice in by)
        and all(flag in choice.grants for choice in structure.incoming_choices(passage))
    }


def label_flags(edition: Edition) -> Mapping[str, str]:
    """Return the flags that a reader knows from the label just chosen, each with this label.

    Only conditional text tests such a flag. All choices that set the flag have the label, and no
    other choices have it. So the book can print "you chose ..." instead of a codeword.
    """
    choices = edition.structure.choices
    label_counts = Counter(plain_text(choice.label) for choice in choices)
    tested = frozenset[str]().union(*(each.requires | each.forbids for each in choices))
    return {
        flag: label
        for flag, by in _grantors(edition.structure).items()
        for label in [plain_text(by[0].label)]
        if label
        and flag not in tested
        and all(plain_text(choice.label) == label for choice in by)
        and label_counts[label] == len(by)
    }


def _grantors(structure: Structure) -> Mapping[str, list[Choice]]:
    found: dict[str, list[Choice]] = defaultdict(list)
    for choice in structure.choices:
        for flag in sorted(choice.grants):
            found[flag].append(choice)
    return found
