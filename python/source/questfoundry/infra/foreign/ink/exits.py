"""Define stop positions, where a turn of the player starts, and build the links between them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import StrEnum

from attrs import define, evolve, field, frozen

from questfoundry.domain.story.foreign.code_parts import substitute
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    Compare,
    Comparison,
    Condition,
    Settings,
    Variable,
    conjoin,
    disjoin,
    text_value,
)
from questfoundry.domain.story.foreign.value_sets import Link
from questfoundry.infra.foreign.ink.compiled import Place
from questfoundry.infra.foreign.ink.places import is_choice_content
from questfoundry.infra.foreign.ink.state import State
from questfoundry.infra.foreign.ink.symbolic_values import InkText

NO_TOKEN = (0, 0)  # the key of no code


class EndlessInkError(Exception):
    """An error for a turn that exceeds the limits of the symbolic execution."""


class StopReason(StrEnum):
    """The reason why an execution path of a turn ended."""

    ENDED = "ended"
    RAN_OUT = "ran out"
    CONTINUED = "went on"


@frozen(eq=False)
class TurnOutcome:
    """The end of one execution path; ``token_key`` identifies the code that led to it."""

    stop: StopReason
    state: State
    token_key: tuple[int, int] = NO_TOKEN


CALLED = "called from"
"""The name of the variable for the call stack, which decides to which caller a tunnel (a knot that
is called like a function) returns."""


@frozen(kw_only=True)
class Transition:
    """A step from a stop position to the next: a choice with a label, or a divert (jump).

    ``token_key``: identifies the choice or divert in the compiled story.
    ``stack``: the name of the call stack with which players reached the source position.
    ``target``: the next stop position, or ``None`` at the end of the story.
    ``is_expected``: false for a fallback choice, which ink takes by itself.
    """

    token_key: tuple[int, int]
    target: StopPosition | None
    label: InkText
    condition: Condition
    settings: Settings
    stack: str
    is_expected: bool = True


@define(eq=False, kw_only=True)
class StopPosition:
    """A position at which a player can be between two turns, with all transitions out of it.

    ``stack_size``: the number of values on the evaluation stack.
    ``stacks``: the names of the call stacks with which players reach the position.
    """

    place: Place
    name: str
    stack_size: int = 0
    transitions: list[Transition] = field(factory=list)
    texts: dict[tuple[int, int], str] = field(factory=dict)
    read_names: set[str] = field(factory=set)
    notes: dict[str, bool] = field(factory=dict)
    stacks: list[str] = field(factory=list)
    is_expected: bool = True
    can_run_out: bool = False

    @property
    def word_count(self) -> int:
        """The number of words in all texts that a player may read at this position."""
        return len(self.text.split())

    @property
    def text(self) -> str:
        """The joined texts that players may read at this position, on any execution path."""
        return "".join(self.texts.values()).strip()


@define(eq=False, kw_only=True)
class Exit:
    """A choice or divert out of a stop position; the exit of a tunnel may have several targets.

    ``token_key``: identifies the choice or divert in the compiled story.
    """

    id: str
    source: StopPosition
    label: str
    is_expected: bool
    token_key: object = NO_TOKEN
    links: list[Link] = field(factory=list)

    @property
    def targets(self) -> AbstractSet[str]:
        """The names of the stop positions to which ``links`` lead."""
        return {each.target for each in self.links}


def exits_of(place: StopPosition) -> Iterator[Exit]:
    """Yield the exits of ``place``, one for each choice or divert; an ending has no exits."""
    if is_ending(place):
        return
    grouped: dict[object, list[Transition]] = defaultdict(list)
    for transition in place.transitions:
        grouped[transition.token_key].append(transition)
    labels = set[str]()
    for token_key, transitions in grouped.items():
        label = transitions[0].label
        label_text = label.text
        if not all(each.label == label for each in transitions) or not label.is_complete:
            # Computed labels may differ although they look the same here.
            label_text = "" if label_text in labels else label_text
        labels.add(label_text)
        yield Exit(
            id="",
            source=place,
            label=label_text,
            is_expected=any(each.is_expected for each in transitions),
            token_key=token_key,
            links=list(_build_links(place, transitions)),
        )


def _assign_ids(exits: Sequence[Exit]) -> Sequence[Exit]:
    numbers: Counter[str] = Counter()
    found = []
    for each in exits:
        joined = f"{each.source.name} -> {each.links[0].target}"
        numbers[joined] += 1
        found.append(evolve(each, id=f"{joined} #{numbers[joined]}"))
    return found


def _build_links(place: StopPosition, transitions: Sequence[Transition]) -> Iterator[Link]:
    alike: dict[tuple[object, ...], list[tuple[Transition, str]]] = defaultdict(list)
    for transition in transitions:
        target = transition.target.name if transition.target else f"{place.name}: the end"
        key = (target, transition.condition, frozenset(transition.settings.items()))
        alike[key].append((transition, target))
    for joined in alike.values():
        group, target = [transition for transition, _ in joined], joined[0][1]
        stacks = {each.stack for each in group}
        condition = group[0].condition
        if len(stacks) < len(place.stacks):
            condition = conjoin(
                condition,
                disjoin(
                    *(
                        Compare(Comparison.SAME, Variable(CALLED), text_value(each))
                        for each in sorted(stacks)
                    )
                ),
            )
        yield Link(
            condition=condition, settings=group[0].settings, source=place.name, target=target
        )


def is_ending(place: StopPosition) -> bool:
    """Return whether the story ends at ``place`` for every player."""
    return bool(
        place.transitions
        and not place.can_run_out
        and all(each.target is None for each in place.transitions)
    )


def drop_steps(places: Sequence[StopPosition], exits: Sequence[Exit]) -> Sequence[Exit]:
    """Return ``exits`` without those of silent steps, where players neither read nor choose.

    A silent step is the content after a choice that has no text and only diverts (jumps). A link to
    a silent step is redirected to the target of that step.
    """
    leaving: dict[str, list[Exit]] = defaultdict(list)
    for each in exits:
        leaving[each.source.name].append(each)
    steps: dict[str, Link] = {}
    for place in places:
        found = leaving[place.name]
        if (
            is_choice_content(place.place.container)
            and not place.word_count
            and not place.notes
            and len(found) == 1
            and len(found[0].links) == 1
            and found[0].links[0].condition == ALWAYS
            and found[0].links[0].target != place.name
            and not found[0].label
            and found[0].links[0].target in leaving
        ):
            steps[place.name] = found[0].links[0]
    return _assign_ids(
        [
            evolve(each, links=[_follow_steps(steps, link) for link in each.links])
            for each in exits
            if each.source.name not in steps
        ]
    )


def _follow_steps(steps: Mapping[str, Link], link: Link) -> Link:
    seen = {link.source}
    while link.target in steps and link.target not in seen:
        seen.add(link.target)
        on = steps[link.target]
        link = evolve(link, settings=_chain_settings(link.settings, on.settings), target=on.target)
    return link


def _chain_settings(settings: Settings, others: Settings) -> Settings:
    return {**settings, **{name: substitute(settings, each) for name, each in others.items()}}
