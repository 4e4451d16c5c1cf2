"""Count the decisions in a story's graph: those with consequences, and purely cosmetic ones."""

from collections import defaultdict

from attrs import frozen

from questfoundry.domain.story.passage import Choice, Structure

_Outcome = tuple[str, str, frozenset[str], frozenset[str]]
"""The effect of a choice: its target, its path, and the flags with readers that it changes."""


@frozen(kw_only=True)
class DecisionCount:
    """The numbers of consequential and of cosmetic decisions in a story.

    A decision is a passage that offers two or more choices with different labels. In a
    ``consequential`` decision, the choices lead to different passages, take different paths, or
    change different flags that conditions of choices read. In a ``cosmetic`` decision, only the
    texts differ.
    """

    consequential: int
    cosmetic: int


def count_decisions(structure: Structure) -> DecisionCount:
    """Count the consequential and the cosmetic decisions in ``structure``.

    Choices of a passage with the same label count as one choice, because the player sees no
    difference. The cost is linear in the size of ``structure``.
    """
    read_flags = frozenset[str]().union(
        # A one-time choice forbids its own flag; that alone does not count as reading the flag.
        *(choice.requires | (choice.forbids - choice.grants) for choice in structure.choices)
    )
    consequential = cosmetic = 0
    for passage in structure.passages:
        outcomes: dict[str, set[_Outcome]] = defaultdict(set)
        for choice in structure.selectable_choices(passage.id):
            outcomes[choice.label].add(_describe_outcome(choice, read_flags))
        if len(outcomes) < 2:
            continue
        if len(set(map(frozenset, outcomes.values()))) > 1:
            consequential += 1
        else:
            cosmetic += 1
    return DecisionCount(consequential=consequential, cosmetic=cosmetic)


def _describe_outcome(choice: Choice, read_flags: frozenset[str]) -> _Outcome:
    return choice.target, choice.takes, choice.grants & read_flags, choice.clears & read_flags
