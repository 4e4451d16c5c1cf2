"""Store the choices and variable changes that are found while a Twine passage is being read."""

from collections.abc import Iterable, Mapping, Sequence

from attrs import define, evolve, field

from questfoundry.domain.story.foreign.code_parts import (
    are_exclusive,
    has_more_parts,
    list_of,
    read_list,
    substitute,
    substitute_condition,
)
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    FREE_PREFIX,
    Condition,
    Either,
    Expression,
    Kind,
    Settings,
    Truth,
    UnknownCondition,
    Value,
    Variable,
    conjoin,
    negate,
)
from questfoundry.domain.story.foreign.value_sets import make_random_variable
from questfoundry.infra.foreign.code_notes import Click, ClickTarget, CodeNotes, ReadChoice
from questfoundry.infra.foreign.story_variables import is_untracked

_MAX_PARTS = 64  # the most parts of one condition or value, as a limit against hostile files
MAX_VARIABLES = 64
"""The most variables that a passage can set; each of its links has a copy of their values."""


@define(eq=False)
class ParserState(CodeNotes):
    """The choices, variable changes and unknown code that were found so far in one passage.

    ``setter_passages``: a mapping from each passage that only sets variables to these values.
    ``condition``: the condition for seeing the current line, in terms of the values at entry.
    ``late_condition``: a further condition of new choices, in terms of the values when players
      choose.
    ``settings``: the current value of each variable, in terms of the values at entry.
    ``is_complete``: whether ``word_count`` covers everything that a player reads here.
    ``max_variables``: the maximum number of set variables; further ones become untracked.
    """

    setter_passages: Mapping[str, Settings] = field(factory=dict[str, Settings])
    max_variables: int = MAX_VARIABLES
    word_count: int = 0
    is_complete: bool = True
    is_hidden: bool = False
    condition: Condition = ALWAYS
    late_condition: Condition = ALWAYS
    settings: dict[str, Expression] = field(factory=dict[str, Expression])
    choices: list[ReadChoice] = field(factory=list[ReadChoice])
    initial_values: dict[str, Value] = field(factory=dict[str, Value])
    _pending_choices: list[tuple[int, Condition, Settings]] = field(factory=list)
    _open_clicks: list[Click] = field(factory=list)
    _optional_clicks: list[tuple[Condition, Settings]] = field(factory=list)
    _jump_conditions: list[Condition] = field(factory=list)
    _link_numbers: list[int] = field(factory=list)

    def add_choice(
        self,
        target: str,
        label: str = "",
        *,
        condition: Condition = ALWAYS,
        settings: Settings | None = None,
        is_include: bool = False,
        is_jump: bool = False,
        is_uncertain: bool = False,
    ) -> None:
        """Add a choice at the current line; the choice is open if the current condition holds.

        ``condition`` and ``settings`` refer to variable values when the choice is taken. An
        inclusion (``is_include``) shows the text of ``target`` here. A jump (``is_jump``) leads
        to ``target`` without a choice: by a click inside a clickable element, elsewhere at once.
        If ``is_uncertain``, the jump or inclusion may happen later, repeatedly or never.
        """
        condition = conjoin(self.late_condition, condition)
        if self._open_clicks and not is_include:
            click = self._open_clicks[-1]
            condition = conjoin(self.condition, condition)
            click.targets.append(
                ClickTarget(target, label or click.label, condition, settings or {}, is_jump)
            )
            return
        self.word_count += len(label.split())
        self.is_complete = self.is_complete and not is_include
        if is_jump and not is_uncertain and target in self.story.names:
            self._jump_conditions.append(self.condition)
        elif not is_include:
            self._link_numbers.append(len(self.choices))
        if not is_include:
            self._pending_choices.append((len(self.choices), condition, settings or {}))
        self.choices.append(
            ReadChoice(
                target=target,
                label=label,
                line=self.line,
                condition=self.condition,
                settings=dict(self.settings) if is_include else {},
                is_include=is_include,
                is_after_click=bool(self._open_clicks),
                is_expanded=is_include and target in self.setter_passages,
            )
        )
        if is_include:
            settings = self.setter_passages.get(target, {})
            self.untracked |= settings.keys() if is_uncertain else set()
            self.set_variables({} if is_uncertain else settings)

    def begin_click(self, label: str) -> None:
        """Begin a clickable element; until ``end_click``, everything happens only after a click."""
        self._open_clicks.append(
            Click(
                label=label, line=self.line, outer_condition=self.condition, settings=self.settings
            )
        )
        self.condition, self.settings = ALWAYS, {}

    def end_click(self, *, once: bool) -> None:
        """End the innermost clickable element and add its effects to the passage.

        If the element leads nowhere, players click it and stay, at most once if ``once`` is true.
        Variables become untracked (of unknown value) if their value depends on the number or the
        order of clicks.
        """
        click, changes = self._open_clicks.pop(), self.settings
        self.condition, self.settings = click.outer_condition, click.settings
        now, self.line = self.line, click.line
        for each in click.targets:
            self.add_choice(
                each.target,
                each.label,
                condition=each.condition,
                settings=_chain_settings(changes, each.settings),
                is_jump=each.is_jump,
                is_uncertain=True,
            )
        self.line = now
        if jumps := [each.condition for each in click.targets if each.is_jump]:
            if ALWAYS not in jumps and not any(negate(each) in jumps for each in jumps):
                self.untracked |= changes.keys()
            return
        before = {name for _, settings in self._optional_clicks for name in settings}
        known = {
            name: each
            for name, each in changes.items()
            if name not in before and (isinstance(each, Value) or (once and not click.targets))
        }
        if not self._open_clicks and (not click.targets or known.keys() == changes.keys()):
            self._optional_clicks.append((click.outer_condition, known))
            self.untracked |= changes.keys() - known.keys()
        else:
            self.untracked |= changes.keys()

    def offer_values(self, name: str, values: Sequence[Value | None]) -> None:
        """Record that players may set ``name`` to one of ``values``; ``None``: an unknown value."""
        known = dict.fromkeys(each for each in values if each)
        if None in values or not known:
            self.untracked.add(name)
            return
        self.begin_click("")
        self.set_variables({name: make_random_variable(known)})
        self.end_click(once=True)

    def close(self) -> None:
        """Finish the passage: express its choices in terms of variable values at its entry."""
        while self._open_clicks:
            self.end_click(once=False)
        for number, (condition, settings) in enumerate(self._optional_clicks, start=1):
            free = Truth(Variable(f"{FREE_PREFIX}{number} in {self.passage.name!r}"))
            self.condition = conjoin(condition, free)
            self.set_variables(settings)
        self._optional_clicks.clear()
        self.condition = ALWAYS
        for each in self.choices:
            # A click comes after the whole passage, so its inclusion has the last values.
            is_last = each.is_after_click and not each.settings
            if each.is_include and not each.is_expanded and not is_last:
                self.untracked |= {
                    name
                    for name, value in self.settings.items()
                    if each.settings.get(name) != value
                }
        known = self._known_settings
        for number, condition, settings in self._pending_choices:
            choice = self.choices[number]
            self.choices[number] = evolve(
                choice,
                condition=limit_condition(
                    conjoin(choice.condition, substitute_condition(known, condition)), choice.target
                ),
                settings=_chain_settings(known, settings),
            )
        self._pending_choices.clear()
        self._restrict_links_to_no_jump()

    def _restrict_links_to_no_jump(self) -> None:
        stays = conjoin(*map(negate, self._jump_conditions))
        for number in self._link_numbers if self._jump_conditions else ():
            choice = self.choices[number]
            condition = conjoin(choice.condition, stays)
            if not has_more_parts(condition, _MAX_PARTS):
                self.choices[number] = evolve(choice, condition=condition)

    def can_have_jumped(self) -> bool:
        """Return whether a player may have left the passage by a jump before the current line."""
        if self._open_clicks:
            return False
        return not all(are_exclusive(self.condition, each) for each in self._jump_conditions)

    @property
    def is_in_click(self) -> bool:
        """Return whether the current line is inside a clickable element."""
        return bool(self._open_clicks)

    @property
    def is_shown_always(self) -> bool:
        """Return whether no condition around the current line can hide it from players."""
        conditions = [self.condition, *(each.outer_condition for each in self._open_clicks)]
        return all(each == ALWAYS for each in conditions)

    @property
    def is_only_settings(self) -> bool:
        """Return whether the passage has no code except assignments that are understood."""
        return not (self.choices or self.unmodelled or self.untracked)

    @property
    def _known_settings(self) -> Settings:
        lost = [
            name for name in self.settings if self.untracked and is_untracked(name, self.untracked)
        ]
        if not lost:
            return self.settings
        return {name: each for name, each in self.settings.items() if name not in lost}

    def resolve_condition(self, condition: Condition) -> Condition:
        """Return ``condition`` in terms of variable values at entry to the passage."""
        return limit_condition(
            substitute_condition(self._known_settings, condition), "a long condition"
        )

    def narrow_condition(self, condition: Condition, code: str) -> None:
        """Add ``condition`` to the current condition; ``code`` describes it in messages."""
        self.condition = limit_condition(conjoin(self.condition, condition), code)

    def set_variables(self, settings: Settings) -> None:
        """Record the new values in ``settings``, set at the current line if its condition holds."""
        known = {**self._known_settings}
        for name, expression in (*settings.items(), *self._item_settings(settings)):
            old = substitute(known, Variable(name))
            new = substitute(known, expression)
            if (
                isinstance(expression, Variable)
                and isinstance(new, Value)
                and new.kind is Kind.LIST
            ):
                # Both variables may share one list: an item added to one list is in the other.
                self.untracked |= {name, expression.name}
            if self.condition != ALWAYS:
                new = Either(self.condition, new, old)
            if has_more_parts(new, _MAX_PARTS) or len(self.settings) > self.max_variables:
                self.untracked.add(name)
            else:
                self.settings[name] = known[name] = new

    def _item_settings(self, settings: Settings) -> Iterable[tuple[str, Expression]]:
        for name in list(self.settings):
            if whole := settings.get(list_of(name)):
                yield name, read_list(whole, name)


def _chain_settings(settings: Settings, others: Settings) -> Settings:
    result = {name: each for name, each in settings.items() if list_of(name) not in others}
    known = dict(settings)
    for name, each in others.items():
        result[name] = known[name] = substitute(known, each)
    return result


def limit_condition(condition: Condition, code: str) -> Condition:
    """Return ``condition``, or an unknown condition with the name ``code`` if it is too large."""
    return UnknownCondition(code) if has_more_parts(condition, _MAX_PARTS) else condition
