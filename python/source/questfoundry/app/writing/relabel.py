"""Correct choice labels that a reviewer criticised."""

from collections.abc import Mapping

from questfoundry.app.stages.grow.label_spoilers import split_terms
from questfoundry.app.stages.grow.rules import is_label
from questfoundry.domain.artifacts.fill import ReaderFinding
from questfoundry.domain.story.passage import Structure


def correct_labels(structure: Structure, passage: str, finding: ReaderFinding) -> Mapping[str, str]:
    """Return the new labels, by choice id, that resolve a finding about a choice of ``passage``.

    All choices in the story with the criticised label change together. The result is empty unless
    exactly one label of the passage contains the quoted words. The result is also empty if the new
    label is invalid or equals the label of a neighbouring choice.
    """
    labels = {
        each.label for each in structure.outgoing_choices(passage) if finding.apply_fix(each.label)
    }
    if len(labels) != 1:
        return {}
    (old,) = labels
    new = finding.apply_fix(old)
    same_label = [each for each in structure.choices if each.label == old]
    other_labels = {
        split_terms(other.label)
        for each in same_label
        for other in structure.outgoing_choices(each.source)
        if other.label != old
    }
    fits = is_label(new) and split_terms(new) not in other_labels
    return {each.id: new for each in same_label} if fits else {}
