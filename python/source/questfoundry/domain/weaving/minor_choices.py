"""Add minor choices and gated choices: small decisions whose options rejoin in the next passage."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import evolve, field, frozen

from questfoundry.domain.ids import kind_of
from questfoundry.domain.story.entity import CHOICE_FLAG
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.stat import add_moves, ranges_of
from questfoundry.domain.story.story import Story
from questfoundry.domain.weaving.flag_availability import find_possible_flags


@frozen(kw_only=True)
class Option:
    """An option of a minor choice, with the flag that is set when a player takes the option.

    ``moves``: by how much the option raises or lowers each stat, by stat id.
    ``is_answered``: whether the next passage has conditional text for players with the flag.
    """

    label: str
    flag: str
    moves: Mapping[str, int] = field(factory=dict[str, int], hash=False)
    is_answered: bool = True


@frozen(kw_only=True)
class GatedChoice(Option):
    """An option that only players who hold the flag ``needs`` can take.

    ``closed``: the text that other players see instead. If it is empty, they see nothing.
    ``takes``: at a fork, the path that the option commits to; elsewhere empty.
    """

    needs: str
    closed: str = ""
    takes: str = ""


def has_no_decision(structure: Structure, passage: str) -> bool:
    """Return whether the passage has exits but leaves the player nothing to decide.

    Several exits may lead to variants of the next passage; each player can take only one of them.
    """
    choices = structure.selectable_choices(passage)
    return bool(choices) and not any(
        choice.takes or any(kind_of(flag) == CHOICE_FLAG for flag in choice.grants)
        for choice in choices
    )


def divides_by_level(structure: Structure, passage: str) -> bool:
    """Return whether all exits of the passage ask for levels, so that each player has one exit."""
    choices = structure.selectable_choices(passage)
    return bool(choices) and all(ranges_of(each.requires, each.forbids) for each in choices)


def find_minor_choice_places(structure: Structure) -> Sequence[tuple[Passage, ...]]:
    """Return the passages that leave the player nothing to decide, in story order.

    Passages whose exits ask for levels of a stat are left out. Each passage comes with its copies,
    the passages with the same beats.
    """
    return group_copies(
        passage
        for passage in structure.passages
        if has_no_decision(structure, passage.id) and not divides_by_level(structure, passage.id)
    )


def group_copies(passages: Iterable[Passage]) -> Sequence[tuple[Passage, ...]]:
    """Group ``passages`` so that those of a group have the same beats: copies of each other."""
    found: dict[tuple[str, ...], list[Passage]] = defaultdict(list)
    for passage in passages:
        found[passage.beats].append(passage)
    return [tuple(copies) for copies in found.values()]


def add_minor_choices(structure: Structure, options: Mapping[str, Sequence[Option]]) -> Structure:
    """Return ``structure`` with the exits of some passages replaced by options.

    Every option leads where the original exit led. For each answered option, the target passage
    gets conditional text for players who hold the option's flag.
    """
    callbacks: dict[str, list[str]] = defaultdict(list)
    for passage, added in options.items():
        for choice in structure.outgoing_choices(passage):
            callbacks[choice.target] += (each.flag for each in added if each.is_answered)

    def choices() -> Iterator[Choice]:
        for choice in structure.choices:
            added = options.get(choice.source)
            if added:
                yield from (
                    _build_option(choice, each, at) for at, each in enumerate(added, start=1)
                )
            else:
                yield choice

    return add_callbacks(evolve(structure, choices=tuple(choices())), callbacks)


def add_gated_choice(
    structure: Structure,
    passages: Collection[str],
    gated: GatedChoice,
    possible_flags: Mapping[str, frozenset[str]] | None = None,
    outcomes: Collection[str] = (),
) -> Structure:
    """Return ``structure`` with the option ``gated`` added to a passage and its copies.

    The option leads where the choices with the same path lead, except to ``outcomes``, passages to
    which only an attempt leads. The target passages get conditional text for players who took the
    option. A target that no player with the flag ``gated.needs`` can reach is left out.
    """
    choices = list(structure.choices)
    possible_flags = find_possible_flags(structure) if possible_flags is None else possible_flags
    targets: set[str] = set()
    for passage in passages:
        siblings = structure.outgoing_choices(passage)
        by_target = {
            choice.target: choice
            for choice in reversed(siblings)
            if choice.takes == gated.takes
            and choice.target not in outcomes
            and gated.needs in possible_flags.get(choice.id, ())
        }
        targets.update(by_target)
        last = [each.id for each in choices].index(siblings[-1].id)
        choices[last + 1 : last + 1] = [
            evolve(
                _build_option(choice, gated, len(siblings) + at),
                closed=gated.closed,
                requires=choice.requires | {gated.needs},
                grants=(choice.grants if gated.takes else frozenset()) | {gated.flag},
            )
            for at, choice in enumerate(reversed(by_target.values()), start=1)
        ]
    callbacks = dict.fromkeys(targets, (gated.flag,))
    return add_callbacks(evolve(structure, choices=tuple(choices)), callbacks)


def add_callbacks(structure: Structure, flags: Mapping[str, Iterable[str]]) -> Structure:
    """Return ``structure`` with conditional text planned in some passages.

    ``flags`` maps passage ids to the flags for which the passage gets conditional text.
    """

    def add_flags(passage: Passage) -> Passage:
        more = frozenset(flags.get(passage.id, ()))
        if not more:
            return passage
        return evolve(
            passage,
            callback_flags=passage.callback_flags | more,
            conditional_flags=passage.conditional_flags | more,
        )

    return evolve(structure, passages=tuple(map(add_flags, structure.passages)))


def _build_option(original: Choice, option: Option, number: int) -> Choice:
    return evolve(
        original,
        id=f"{original.id}--{number}",
        label=option.label,
        grants=original.grants | {option.flag},
        moves=add_moves(original.moves, option.moves),
    )


def grant_clues(structure: Structure, story: Story) -> Structure:
    """Return ``structure`` with clue flags granted exactly where players learn the clues.

    No choice leads to the start passage, so the clues that the start teaches are granted by the
    choices that leave it.
    """
    clues = frozenset(clue.id for clue in story.clues)
    if not clues:
        return structure
    clues_by_passage = find_clues_by_passage(structure, story)

    def granting(choice: Choice) -> Choice:
        is_first = choice.source == structure.start
        granted = clues_by_passage.get(choice.target, frozenset()) | (
            clues_by_passage.get(structure.start, frozenset()) if is_first else frozenset()
        )
        grants = choice.grants - clues | granted
        return choice if grants == choice.grants else evolve(choice, grants=grants)

    return evolve(structure, choices=tuple(map(granting, structure.choices)))


def find_clues_by_passage(structure: Structure, story: Story) -> Mapping[str, frozenset[str]]:
    """Return the ids of the clues that each passage teaches, by passage id."""
    by_beat: dict[str, set[str]] = defaultdict(set)
    for clue in story.clues:
        for beat in clue.teaching_beats:
            by_beat[beat].add(clue.id)
    found = {
        passage.id: frozenset[str]().union(*(by_beat.get(beat, ()) for beat in passage.beats))
        for passage in structure.passages
    }
    return {passage: clues for passage, clues in found.items() if clues}
