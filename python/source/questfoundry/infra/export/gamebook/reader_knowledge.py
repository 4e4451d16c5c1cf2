"""Find the flags that need no codeword, because readers know them from what they have read."""

from collections import defaultdict
from collections.abc import Mapping

from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.prose import clean_text


def visit_flags(structure: Structure) -> Mapping[str, str]:
    """Return the flags that mean "has read this passage", with the passage.

    All choices that set such a flag lead to the passage, and all that lead to it set the flag.
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
    """Return the flags that a reader knows from the label just chosen, with the labels.

    Only conditional text tests such a flag. All choices that set it, and no others, have the label.
    So the book can print "you chose ..." instead of a codeword.
    """
    structure = edition.structure
    label_counts: dict[str, int] = defaultdict(int)
    for choice in structure.choices:
        label_counts[_label(choice)] += 1
    tested = frozenset[str]().union(*(each.requires | each.forbids for each in structure.choices))
    return {
        flag: label
        for flag, by in _grantors(structure).items()
        for label in [_label(by[0])]
        if label
        and flag not in tested
        and all(_label(choice) == label for choice in by)
        and label_counts[label] == len(by)
    }


def _grantors(structure: Structure) -> Mapping[str, list[Choice]]:
    found: dict[str, list[Choice]] = defaultdict(list)
    for choice in structure.choices:
        for flag in sorted(choice.grants):
            found[flag].append(choice)
    return found


def _label(choice: Choice) -> str:
    return clean_text(choice.label).strip()
