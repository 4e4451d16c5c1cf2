"""What a reader of paper knows without a codeword: what was read, and what was chosen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.prose import clean_text


def visit_flags(structure: Structure) -> Mapping[str, str]:
    """The flags that are held by those who read a certain passage, and by nobody else."""
    return {
        flag: passage
        for flag, by in _grantors(structure).items()
        for passage in [by[0].target]
        if passage != structure.start
        and all(choice.target == passage for choice in by)
        and all(flag in choice.grants for choice in structure.incoming_choices(passage))
    }


def label_flags(edition: Edition) -> Mapping[str, str]:
    """The flags that only inserts ask for, each with the label of the choices that grant it.

    Nothing else may have that label: who chose it holds the flag, and nobody else does. A codeword
    would say no more, and must be written down.
    """
    structure = edition.structure
    labelled: dict[str, int] = defaultdict(int)
    for choice in structure.choices:
        labelled[_label(choice)] += 1
    asked = frozenset[str]().union(*(each.requires | each.forbids for each in structure.choices))
    return {
        flag: label
        for flag, by in _grantors(structure).items()
        for label in [_label(by[0])]
        if label
        and flag not in asked
        and all(_label(choice) == label for choice in by)
        and labelled[label] == len(by)
    }


def _grantors(structure: Structure) -> Mapping[str, list[Choice]]:
    found: dict[str, list[Choice]] = defaultdict(list)
    for choice in structure.choices:
        for flag in sorted(choice.grants):
            found[flag].append(choice)
    return found


def _label(choice: Choice) -> str:
    return clean_text(choice.label).strip()
