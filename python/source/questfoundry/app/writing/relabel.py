"""Exchanges the words that a reader of the whole stumbled over in what a choice is called."""

from __future__ import annotations

from collections.abc import Mapping

from questfoundry.app.stages.grow.label_spoilers import terms_in
from questfoundry.app.stages.grow.rules import is_label
from questfoundry.domain.artifacts.fill import ReaderFinding
from questfoundry.domain.story.passage import Structure


def relabelled(structure: Structure, passage: str, found: ReaderFinding) -> Mapping[str, str]:
    """What choices are called when a finding is put right in a passage; all that say the same.

    None where its words stand in no label there, or in several, where nothing is left that a
    choice can say, or where players would read the same on two.
    """
    labels = {each.label for each in structure.leaving(passage) if found.mended_in(each.label)}
    if len(labels) != 1:
        return {}
    (old,) = labels
    new = found.mended_in(old)
    alike = [each for each in structure.choices if each.label == old]
    beside = {
        terms_in(other.label)
        for each in alike
        for other in structure.leaving(each.source)
        if other.label != old
    }
    fits = is_label(new) and terms_in(new) not in beside
    return {each.id: new for each in alike} if fits else {}
