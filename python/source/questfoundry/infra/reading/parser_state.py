"""What is known of a passage while it is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from attrs import define, evolve, field

from questfoundry.domain.play.chance import drawn
from questfoundry.domain.story.foreign.code_parts import (
    after,
    asked_after,
    exclude_each_other,
    parts,
)
from questfoundry.domain.story.foreign.expressions import (
    ALWAYS,
    FREE,
    Condition,
    Either,
    Expression,
    Kind,
    Settings,
    Truth,
    Unclear,
    Value,
    Variable,
    both,
    negated,
)
from questfoundry.domain.story.lists import holding, list_of
from questfoundry.infra.reading.read_choice import Click, Lead, ReadChoice
from questfoundry.infra.reading.story_variables import is_spoiled
from questfoundry.infra.reading.sugarcube_code import (
    may_lead,
    variables_in,
    variables_in_script,
)
from questfoundry.infra.reading.twee_passages import TweePassage

_SHOWN = 60
_LARGEST = 64
"""The most that one condition or value is made of; files of hostile make may want more."""

MOST_SET = 64
"""The most variables that one passage sets: each of its links sets them all."""

_TEXT = re.compile("|".join(rf"{q}[^{q}\\\n]{{1,200}}{q}" for q in "\"'`"))


@define(eq=False)
class ParserState:
    """The choices of a passage, its length, and by its first line what is not modelled.

    ``setting`` are passages that do nothing but to set variables wherever they are shown.

    ``line`` is the one that is being read, ``condition`` what must hold for a player to see it,
    ``settings`` what variables were set to up to there, both by what they held at entering.
    ``leads`` are those of what is not modelled that may lead on; ``mentioned`` are the texts in
    their code, any of which may be the passage that is meant.
    ``whole`` says whether ``word_count`` covers all that a player reads here. ``spoiled`` are
    variables that change in ways unknown. ``first`` are the values that variables begin with. What
    is ``hidden`` is no text, until its dialect says otherwise. Of more variables than ``most_set``
    nothing is known.
    """

    passage: TweePassage
    setting: Mapping[str, Settings] = field(factory=dict[str, Settings])
    most_set: int = MOST_SET
    word_count: int = 0
    whole: bool = True
    hidden: bool = False
    condition: Condition = ALWAYS
    settings: dict[str, Expression] = field(factory=dict[str, Expression])
    choices: list[ReadChoice] = field(factory=list[ReadChoice])
    unmodelled: dict[str, int] = field(factory=dict[str, int])
    leads: set[str] = field(factory=set[str])
    mentioned: dict[str, int] = field(factory=dict[str, int])
    spoiled: set[str] = field(factory=set[str])
    first: dict[str, Value] = field(factory=dict[str, Value])
    line: int = field()
    _clicked: list[tuple[int, Condition, Settings]] = field(factory=list)
    _clicks: list[Click] = field(factory=list)
    _may_do: list[tuple[Condition, Settings]] = field(factory=list)
    _jumped: list[Condition] = field(factory=list)
    _linked: list[int] = field(factory=list)

    @line.default
    def _first_line(self) -> int:
        return self.passage.place.line

    def add(
        self,
        target: str,
        label: str = "",
        *,
        asked: Condition = ALWAYS,
        settings: Settings | None = None,
        shows: bool = False,
        jumps: bool = False,
        maybe: bool = False,
    ) -> None:
        """A choice that stands in the line, and under the condition, that is being read.

        What is ``asked``, and what it sets, goes by what variables hold when it is taken. Inside
        of something to click it is taken by clicking that, if it ``jumps``, or after; elsewhere
        who sees it has no other choice. What ``maybe`` shows another passage, or jumps, does so
        later, more than once or never.
        """
        if self._clicks and not shows:
            click = self._clicks[-1]
            asked = both(self.condition, asked)
            click.leads.append(Lead(target, label or click.label, asked, settings or {}, jumps))
            return
        self.word_count += len(label.split())
        self.whole = self.whole and not shows
        if jumps and not maybe:
            self._jumped.append(self.condition)
        elif not shows:
            self._linked.append(len(self.choices))
        if not shows:
            self._clicked.append((len(self.choices), asked, settings or {}))
        self.choices.append(
            ReadChoice(
                target=target,
                label=label,
                line=self.line,
                condition=self.condition,
                settings=dict(self.settings) if shows else {},
                shows=shows,
                late=bool(self._clicks),
                done=shows and target in self.setting,
            )
        )
        if shows:
            settings = self.setting.get(target, {})
            self.spoiled |= settings.keys() if maybe else set()
            self.set({} if maybe else settings)

    def begin_click(self, label: str) -> None:
        """What follows happens when a player clicks this."""
        self._clicks.append(
            Click(label=label, line=self.line, outer=self.condition, settings=self.settings)
        )
        self.condition, self.settings = ALWAYS, {}

    def end_click(self, *, once: bool) -> None:
        """That was all; a player who stays may have clicked it, more than ``once`` if that can be.

        What a click sets is not known where it would count clicks, or their order.
        """
        click, done = self._clicks.pop(), self.settings
        self.condition, self.settings = click.outer, click.settings
        now, self.line = self.line, click.line
        for each in click.leads:
            self.add(
                each.target,
                each.label,
                asked=each.asked,
                settings=_then(done, each.settings),
                jumps=each.jumps,
                maybe=True,
            )
        self.line = now
        if jumps := [each.asked for each in click.leads if each.jumps]:
            if ALWAYS not in jumps and not any(negated(each) in jumps for each in jumps):
                self.spoiled |= done.keys()
            return
        before = {name for _, settings in self._may_do for name in settings}
        known = {
            name: each
            for name, each in done.items()
            if name not in before and (isinstance(each, Value) or (once and not click.leads))
        }
        if not self._clicks and (not click.leads or known.keys() == done.keys()):
            self._may_do.append((click.outer, known))
            self.spoiled |= done.keys() - known.keys()
        else:
            self.spoiled |= done.keys()

    def may_choose(self, name: str, values: Sequence[Value | None]) -> None:
        """Players may set the variable to one of the values; ``None`` is not known."""
        known = dict.fromkeys(each for each in values if each)
        if None in values or not known:
            self.spoiled.add(name)
            return
        self.begin_click("")
        self.set({name: drawn(known)})
        self.end_click(once=True)

    def close(self) -> None:
        """The passage is over: what is taken there is taken by what variables hold now."""
        while self._clicks:
            self.end_click(once=False)
        for number, (asked, settings) in enumerate(self._may_do, start=1):
            free = Truth(Variable(f"{FREE}{number} in {self.passage.name!r}"))
            self.condition = both(asked, free)
            self.set(settings)
        self._may_do.clear()
        self.condition = ALWAYS
        for each in self.choices:
            if each.shows and not each.done:
                self.spoiled |= {
                    name
                    for name, value in self.settings.items()
                    if each.settings.get(name) != value
                }
        held = self._held
        for number, asked, settings in self._clicked:
            choice = self.choices[number]
            self.choices[number] = evolve(
                choice,
                condition=small(both(choice.condition, asked_after(held, asked)), choice.target),
                settings=_then(held, settings),
            )
        self._clicked.clear()
        self._close_where_it_jumps()

    def _close_where_it_jumps(self) -> None:
        """Nobody clicks in a passage that leads on by itself."""
        stays = both(*map(negated, self._jumped))
        for number in self._linked if self._jumped else ():
            choice = self.choices[number]
            condition = both(choice.condition, stays)
            if not _is_large(condition):
                self.choices[number] = evolve(choice, condition=condition)

    def may_have_jumped(self) -> bool:
        """Whether who sees this may be gone already."""
        if self._clicks:
            return False
        return not all(exclude_each_other(self.condition, each) for each in self._jumped)

    @property
    def only_sets(self) -> bool:
        """Whether the passage sets variables, and does nothing else that is known of."""
        return not (self.choices or self.unmodelled or self.spoiled)

    @property
    def _held(self) -> Settings:
        """What was set, and not changed in ways unknown since."""
        lost = [name for name in self.settings if self.spoiled and is_spoiled(name, self.spoiled)]
        if not lost:
            return self.settings
        return {name: each for name, each in self.settings.items() if name not in lost}

    def asked(self, condition: Condition) -> Condition:
        """What is asked for here, by what variables held at entering."""
        return small(asked_after(self._held, condition), "a long condition")

    def set(self, settings: Settings) -> None:
        """Variables are set here, where the condition holds."""
        held = {**self._held}
        for name, expression in (*settings.items(), *self._items_of(settings)):
            old = after(held, Variable(name))
            new = after(held, expression)
            if (
                isinstance(expression, Variable)
                and isinstance(new, Value)
                and new.kind is Kind.LIST
            ):
                # Of one list with two names: what is added to one is in the other.
                self.spoiled |= {name, expression.name}
            if self.condition != ALWAYS:
                new = Either(self.condition, new, old)
            if _is_large(new) or len(self.settings) > self.most_set:
                self.spoiled.add(name)
            else:
                self.settings[name] = held[name] = new

    def _items_of(self, settings: Settings) -> Iterable[tuple[str, Expression]]:
        """What the settings of whole lists mean for the items that were set before."""
        for name in list(self.settings):
            if whole := settings.get(list_of(name)):
                yield name, holding(whole, name)

    def target_unknown(self, code: str) -> None:
        """A player can leave this passage, nobody knows where to."""
        self.note(f"where {_shown(code)} leads is not modelled", code)

    def condition_unknown(self, code: str) -> None:
        """Something depends on what is not modelled."""
        shown = _shown(code)
        self.note(f"the condition {shown} is not modelled: what depends on it counts as open")

    def change_unknown(self, code: str, *, tell: bool = True) -> None:
        """Variables change in a way that is not modelled; ``tell`` where more may happen."""
        if tell:
            self.note(
                f"what {_shown(code)} changes is not modelled", code if may_lead(code) else None
            )
        self.spoiled |= variables_in(code)

    def unknown(self, name: str, code: str = "") -> None:
        """Whatever something of that name does is not modelled; ``code`` is what it is given."""
        self.note(f"{_shown(name)} is not modelled", code)
        named = {each[0][1:-1] for each in _TEXT.finditer(code)}
        self.spoiled |= variables_in(code) | named | {f"${each}" for each in named}

    def passage_unknown(self) -> None:
        """Whatever the whole passage does is not modelled."""
        self.note(f"what the passage {_shown(self.passage.name)} does is not modelled", "")
        self.spoiled |= variables_in(self.passage.text) | variables_in_script(self.passage.text)

    def text_unknown(self, code: str) -> None:
        """Code has a text that leads on wherever it is shown."""
        self.note(f"what {_shown(code)} shows is not modelled", code)

    def note(self, what: str, leading: str | None = None) -> None:
        """Something is not modelled; where it stands more than once, the first line counts.

        ``leading`` is the code of what may lead on.
        """
        self.unmodelled.setdefault(what, self.line)
        if leading is not None:
            self.leads.add(what)
            for quoted in _TEXT.finditer(leading):
                self.mentioned.setdefault(quoted[0][1:-1], self.line)


def _then(settings: Settings, others: Settings) -> Settings:
    """The settings, and then the others."""
    kept = {name: each for name, each in settings.items() if list_of(name) not in others}
    held = dict(settings)
    for name, each in others.items():
        kept[name] = held[name] = after(held, each)
    return kept


def small(condition: Condition, code: str) -> Condition:
    """The condition, or one that is unclear where no story asks for so much at once."""
    return Unclear(code) if _is_large(condition) else condition


def _is_large(code: Condition | Expression) -> bool:
    return next(islice(parts(code), _LARGEST, None), None) is not None


def _shown(code: str) -> str:
    text = " ".join(code[: 4 * _SHOWN].split())
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}...")
