"""What a reader of paper knows without a codeword: what was read, and what was just chosen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.prose import plain
from questfoundry.infra.export.text import paragraphs


def read_in(structure: Structure) -> Mapping[str, str]:
    """The flags that are held by those who read a certain passage, and by nobody else."""
    return {
        flag: passage
        for flag, by in _grantors(structure).items()
        for passage in [by[0].target]
        if passage != structure.start
        and all(choice.target == passage for choice in by)
        and all(flag in choice.grants for choice in structure.arriving(passage))
    }


def just_chosen(edition: Edition) -> Mapping[str, str]:
    """The flags that only inserts behind their own choices ask for, each with its choices' label.

    Nothing else may have that label: who chose it holds the flag, and nobody else does.
    """
    structure = edition.structure
    labelled: dict[str, int] = defaultdict(int)
    for choice in structure.choices:
        labelled[_label(choice)] += 1
    asked = frozenset[str]().union(*(each.requires | each.forbids for each in structure.choices))
    told: dict[str, set[str]] = defaultdict(set)
    for passage in structure.passages:
        for each in paragraphs(edition, passage.id):
            told[each.flag].add(passage.id)
    return {
        flag: label
        for flag, by in _grantors(structure).items()
        for label in [_label(by[0])]
        if label
        and flag not in asked
        and all(_label(choice) == label for choice in by)
        and labelled[label] == len(by)
        and told[flag] <= {choice.target for choice in by}
    }


def _grantors(structure: Structure) -> Mapping[str, list[Choice]]:
    found: dict[str, list[Choice]] = defaultdict(list)
    for choice in structure.choices:
        for flag in sorted(choice.grants):
            found[flag].append(choice)
    return found


def _label(choice: Choice) -> str:
    return plain(choice.label).strip()
