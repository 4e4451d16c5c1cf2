"""Write conditions on stats as conditions on choice flags, for programs that know flags only.

Each move of a stat by 1 gets a *mark*: a flag that the moving choice grants and that a playthrough
is granted at most once. A player whose marks of raising choices outnumber those of lowering choices
by n has the value n, so "at least n" is: for some j, at least n + j raising marks and at most j
lowering marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count

from attrs import evolve, field, frozen
from pydantic import BaseModel, ConfigDict, Field

from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import SEPARATOR, kind_of, slug_of
from questfoundry.domain.solver import Values, find_value_ranges
from questfoundry.domain.story.entity import CHOICE_FLAG
from questfoundry.domain.story.passage import Choice, Structure
from questfoundry.domain.story.stat import StatRange, read_level


class _Condition(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, use_attribute_docstrings=True, validate_by_name=True
    )


def is_missing(value: object) -> bool:
    """Return whether ``value`` is left out of the JSON document."""
    return value is None or value in ({}, ())


class LevelPart(_Condition):
    """The values of a stat that a condition allows, as numbers."""

    stat: str
    """The id of the stat."""
    at_least: int | None = Field(default=None, exclude_if=is_missing)
    at_most: int | None = Field(default=None, exclude_if=is_missing)


class CountCondition(_Condition):
    """True if enough of the flags are set."""

    at_least: int = Field(ge=1)
    of: tuple[str, ...]
    """The ids of different flags."""


class AllCondition(_Condition):
    """True if all conditions are true; always true without conditions."""

    all: tuple[StatCondition, ...]


class AnyCondition(_Condition):
    """True if some condition is true; never true without conditions."""

    any: tuple[StatCondition, ...]


class NotCondition(_Condition):
    """True if the condition is false."""

    condition: StatCondition = Field(alias="not")


StatCondition = CountCondition | AllCondition | AnyCondition | NotCondition
"""The condition on a stat, as a condition on the flags of the choices that move the stat."""

for _each in (AllCondition, AnyCondition, NotCondition):
    _each.model_rebuild()


def split_ranges(ranges: Iterable[StatRange]) -> Iterator[StatRange]:
    """Yield the lower and the upper bound of each range apart, so that conditions stay short."""
    for each in ranges:
        if each.at_least is not None:
            yield evolve(each, at_most=None)
        if each.at_most is not None:
            yield evolve(each, at_least=None)


def build_level(wanted: StatRange) -> LevelPart:
    """Return ``wanted`` as the part of the exported JSON story that requires a stat's level."""
    return LevelPart(stat=wanted.stat, at_least=wanted.at_least, at_most=wanted.at_most)


@frozen(kw_only=True)
class Mark:
    """A flag that counts one step of a stat, ``step`` is 1 or -1, with the choices granting it."""

    flag: str
    step: int
    choices: tuple[Choice, ...]


@frozen(slots=False)
class MarkedStructure:
    """A structure in which each move of a stat by 1 grants a flag of its own, a mark.

    ``structure``: the structure with the added marks, or the given one if none had to be added.
    ``marks``: the marks of each stat, by the id of the stat.
    ``added``: the first choice that grants each added mark, by flag id.
    """

    structure: Structure
    marks: Mapping[str, Sequence[Mark]]
    added: Mapping[str, Choice] = field(factory=dict[str, Choice])

    def condition(self, wanted: StatRange, passage: str) -> StatCondition:
        """Return the condition that a stat is in the range ``wanted``, for players in ``passage``.

        Marks that no player has before ``passage`` (an id) are left out.
        """
        before = self._passages_before[passage]
        marks = [
            each
            for each in self.marks.get(wanted.stat, ())
            if any(choice.target in before for choice in each.choices)
        ]
        up, down = (
            _Counted(
                tuple(each.flag for each in marks if each.step * side > 0),
                self._find_most(side, passage, wanted.stat),
            )
            for side in (1, -1)
        )
        parts = []
        if wanted.at_least is not None:
            parts.append(_build_at_least(wanted.at_least, up, down))
        if wanted.at_most is not None:
            parts.append(_build_at_least(-wanted.at_most, down, up))
        return _join_all(parts)

    def _find_most(self, side: int, passage: str, stat: str) -> int:
        values = self._steps[side].get(passage, {})
        return values[stat].greatest if stat in values else 0

    @cached_property
    def _steps(self) -> Mapping[int, Mapping[str, Values]]:
        """The steps up (1) and the steps down (-1) that players can have made, by passage and stat.

        Conditions on stats are ignored, so the numbers are upper bounds.
        """
        return {
            side: find_value_ranges(
                evolve(self.structure, choices=tuple(_keep_moves(self.structure, side)))
            )
            for side in (1, -1)
        }

    @cached_property
    def _passages_before(self) -> Mapping[str, frozenset[str]]:
        return {
            passage.id: self.structure.passages_before([passage.id])
            for passage in self.structure.passages
        }


@frozen
class _Counted:
    """The marks that count a stat's moves to one side, and the most that a player can hold."""

    flags: tuple[str, ...]
    most: int


def _keep_moves(structure: Structure, side: int) -> Iterator[Choice]:
    for choice in structure.choices:
        yield evolve(
            choice,
            requires=_drop_levels(choice.requires),
            forbids=_drop_levels(choice.forbids),
            moves={stat: step * side for stat, step in choice.moves.items() if step * side > 0},
        )


def _drop_levels(flags: frozenset[str]) -> frozenset[str]:
    return frozenset(flag for flag in flags if not read_level(flag))


@frozen(kw_only=True)
class _Step:
    """One step of a stat: the choices that make it together, and a flag that already counts it.

    ``flag`` is empty if no flag of the structure counts the step.
    """

    step: int
    choices: tuple[Choice, ...]
    flag: str = ""


def add_marks(structure: Structure) -> MarkedStructure:
    """Return ``structure`` with marks that count the moves of stats; choice flags are reused.

    Steps that no playthrough makes together share a mark, so that conditions are short. Raise
    ``InputError`` if a choice that moves a stat can be taken twice in one playthrough.
    """
    marks: dict[str, list[Mark]] = {}
    added: dict[str, Choice] = {}
    moved = dict.fromkeys(stat for choice in structure.choices for stat in sorted(choice.moves))
    for stat in moved:
        for group in _group_steps(structure, [*_list_steps(structure, stat)]):
            flag = group[0].flag if len(group) == 1 else ""
            choices = tuple(choice for each in group for choice in each.choices)
            if not flag:
                flag = _name_mark(structure, stat)
                structure = _grant(structure, choices, flag)
                added[flag] = choices[0]
            mark = Mark(flag=flag, step=group[0].step, choices=choices)
            marks.setdefault(stat, []).append(mark)
    return MarkedStructure(structure, marks, added)


def _list_steps(structure: Structure, stat: str) -> Iterator[_Step]:
    counted: set[str] = set()
    for choice in structure.choices:
        if not choice.moves.get(stat) or choice.id in counted:
            continue
        if step := _reuse_flag(structure, choice, stat, counted):
            counted |= {each.id for each in step.choices}
            yield step
            continue
        _require_once(structure, choice, stat)
        one = _Step(step=1 if choice.moves[stat] > 0 else -1, choices=(choice,))
        yield from (one for _ in range(abs(choice.moves[stat])))


def _group_steps(structure: Structure, steps: Iterable[_Step]) -> Sequence[Sequence[_Step]]:
    """Group steps in one direction so that a playthrough makes at most one step of each group."""
    before = {
        choice.source: structure.passages_before([choice.source])
        for step in steps
        for choice in step.choices
    }

    def can_follow(one: _Step, other: _Step) -> bool:
        return any(
            first.id == second.id or first.target in before[second.source]
            for first in one.choices
            for second in other.choices
        )

    groups: list[list[_Step]] = []
    for step in steps:
        fitting = (
            group
            for group in groups
            if group[0].step == step.step
            and not any(can_follow(each, step) or can_follow(step, each) for each in group)
        )
        if (group := next(fitting, None)) is not None:
            group.append(step)
        else:
            groups.append([step])
    return groups


def _reuse_flag(structure: Structure, choice: Choice, stat: str, counted: set[str]) -> _Step | None:
    """Return the step with a flag that ``choice`` grants and that counts its move, or ``None``."""
    step = choice.moves[stat]
    for flag in sorted(choice.grants) if abs(step) == 1 else ():
        by = structure.granting_choices(flag)
        same = all(each.moves.get(stat) == step and each.id not in counted for each in by)
        if kind_of(flag) == CHOICE_FLAG and same and _is_granted_once(structure, flag, by):
            return _Step(flag=flag, step=step, choices=by)
    return None


def _is_granted_once(structure: Structure, flag: str, by: Sequence[Choice]) -> bool:
    if all(flag in choice.forbids for choice in by):
        return True
    sources = {choice.source for choice in by}
    return not any(choice.target in structure.passages_before(sources) for choice in by)


def _require_once(structure: Structure, choice: Choice, stat: str) -> None:
    if choice.one_time_flags or choice.target not in structure.passages_before([choice.source]):
        return
    raise InputError(
        f"The choice {choice.id!r} moves {stat!r} and can be taken more than once, which the JSON "
        "format cannot express. In artifacts/grow.yaml, let the choice grant a flag that it "
        "forbids, or remove its `moves`."
    )


def _name_mark(structure: Structure, stat: str) -> str:
    taken = {flag for choice in structure.choices for flag in choice.grants}
    names = (f"{CHOICE_FLAG}{SEPARATOR}{slug_of(stat)}-move-{number}" for number in count(1))
    return next(name for name in names if name not in taken)


def _grant(structure: Structure, choices: Iterable[Choice], flag: str) -> Structure:
    granting = {each.id for each in choices}
    return evolve(
        structure,
        choices=tuple(
            evolve(each, grants=each.grants | {flag}) if each.id in granting else each
            for each in structure.choices
        ),
    )


def _build_at_least(number: int, up: _Counted, down: _Counted) -> StatCondition:
    """Return the condition that a player holds at least ``number`` more of ``up`` than of ``down``.

    It lists each number of marks of ``down`` that a player can hold at most.
    """
    options = []
    least = max(0, -number)
    for most_down in range(least, max(least, min(down.most, up.most - number)) + 1):
        parts: list[StatCondition] = []
        if (needed := number + most_down) > 0:
            parts.append(CountCondition(at_least=needed, of=up.flags))
        if most_down < down.most:
            limit = CountCondition(at_least=most_down + 1, of=down.flags)
            parts.append(NotCondition(condition=limit))
        options.append(_join_all(parts))
    return options[0] if len(options) == 1 else AnyCondition(any=tuple(options))


def _join_all(parts: Sequence[StatCondition]) -> StatCondition:
    return parts[0] if len(parts) == 1 else AllCondition(all=tuple(parts))
