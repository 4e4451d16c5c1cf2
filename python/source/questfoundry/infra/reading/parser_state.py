"""What is known of a passage while it is read, and what a story format's markup does to that."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from re import Match
from typing import ClassVar

from attrs import define, field, frozen

from questfoundry.infra.reading.sugarcube_code import ALWAYS, Condition, variables_in
from questfoundry.infra.reading.twee_passages import TweePassage

_SHOWN = 60
_TEXT = re.compile("|".join(rf"{q}[^{q}\\\n]{{1,200}}{q}" for q in "\"'`"))


@frozen(kw_only=True)
class ReadChoice:
    """What leads out of a passage; one that ``shows`` another puts its text into this one."""

    target: str
    label: str
    line: int
    condition: Condition
    grants: frozenset[str]
    shows: bool


@define(eq=False)
class ParserState:
    """The choices of a passage, its length, and by its first line what is not modelled.

    ``line`` is the one that is being read, ``condition`` what a player must have to see it.
    ``leads`` are those of what is not modelled that may lead on; ``mentioned`` are the texts in
    their code, any of which may be the passage that is meant.
    ``whole`` says whether ``word_count`` covers all that a player reads here. ``grants`` are
    flags that coming here sets; ``no_flags`` are variables that are used as more than flags. In
    an ``initial`` passage all variables get their first values. What is ``hidden`` is no text,
    until its dialect says otherwise.
    """

    passage: TweePassage
    initial: bool = False
    word_count: int = 0
    whole: bool = True
    hidden: bool = False
    condition: Condition = ALWAYS
    choices: list[ReadChoice] = field(factory=list[ReadChoice])
    unmodelled: dict[str, int] = field(factory=dict[str, int])
    leads: set[str] = field(factory=set[str])
    mentioned: dict[str, int] = field(factory=dict[str, int])
    grants: set[str] = field(factory=set[str])
    no_flags: set[str] = field(factory=set[str])
    line: int = field()

    @line.default
    def _first_line(self) -> int:
        return self.passage.place.line

    def add(
        self,
        target: str,
        label: str = "",
        *,
        grants: frozenset[str] = frozenset(),
        shows: bool = False,
    ) -> None:
        """A choice that stands in the line, and under the condition, that is being read."""
        self.word_count += len(label.split())
        self.whole = self.whole and not shows
        self.choices.append(
            ReadChoice(
                target=target,
                label=label,
                line=self.line,
                condition=self.condition,
                grants=grants,
                shows=shows,
            )
        )

    def condition_unknown(self, code: str) -> None:
        """Something depends on what is not modelled."""
        shown = _shown(code)
        self.note(f"the condition {shown} is not modelled: what depends on it counts as open")

    def target_unknown(self, code: str) -> None:
        """A player can leave this passage, nobody knows where to."""
        self.note(f"where {_shown(code)} leads is not modelled", code)

    def change_unknown(self, code: str) -> None:
        """Variables change in a way that is not modelled."""
        self.note(f"what {_shown(code)} changes is not modelled")
        self.no_flags |= variables_in(code)

    def unknown(self, name: str, code: str = "") -> None:
        """Whatever something of that name does is not modelled; ``code`` is what it is given."""
        self.note(f"{_shown(name)} is not modelled", code)
        self.no_flags |= variables_in(code)

    def passage_unknown(self) -> None:
        """Whatever the whole passage does is not modelled."""
        self.note(f"what the passage {_shown(self.passage.name)} does is not modelled", "")
        self.no_flags |= variables_in(self.passage.text)

    def note(self, what: str, leading: str | None = None) -> None:
        """Something is not modelled; where it stands more than once, the first line counts.

        ``leading`` is the code of what may lead on.
        """
        self.unmodelled.setdefault(what, self.line)
        if leading is not None:
            self.leads.add(what)
            for quoted in _TEXT.finditer(leading):
                self.mentioned.setdefault(quoted[0][1:-1], self.line)


class TwineDialect(ABC):
    """The markup of a story format, for one passage.

    ``tokens`` are regular expressions by group name; each begins with an opening bracket or a
    slash, or at the start of the text. Files come from anybody: no token may look past the next
    opening of its own kind, so that reading takes time in line with the text.
    """

    tokens: ClassVar[Mapping[str, str]]

    def __init__(self, state: ParserState) -> None:
        self._state = state

    @abstractmethod
    def take(self, token: Match[str]) -> None:
        """Do to the state what the token means; ``lastgroup`` is one of this dialect's names."""

    def close(self) -> None:  # noqa: B027  most dialects leave nothing open
        """The passage is over."""


def _shown(code: str) -> str:
    text = " ".join(code[: 4 * _SHOWN].split())
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}...")
