"""Record the choices of a Twine passage and the code that the analysis does not understand."""

import re

from attrs import Factory, define, field, frozen

from questfoundry.domain.story.foreign.expressions import ALWAYS, Condition, Expression, Settings
from questfoundry.infra.foreign.source_facts import SourceFacts
from questfoundry.infra.foreign.sugarcube_code import (
    can_navigate,
    find_script_variables,
    find_variables,
)
from questfoundry.infra.foreign.twee_passages import TweePassage


@frozen(kw_only=True)
class ReadChoice:
    """A choice of a passage, or the inclusion of another passage's text (``is_include``).

    ``settings``: for an inclusion, the variable values just before it.
    ``is_after_click``: whether a click reveals the included text.
    ``is_expanded``: whether this passage already has the values that the included passage sets.
    """

    target: str
    label: str
    line: int
    condition: Condition = ALWAYS
    settings: Settings = field(factory=dict[str, Expression])
    is_include: bool = False
    is_after_click: bool = False
    is_expanded: bool = False


@frozen
class ClickTarget:
    """A target of a clickable element, which jumps there (``is_jump``) or reveals a link to it."""

    target: str
    label: str
    condition: Condition
    settings: Settings
    is_jump: bool


@define(kw_only=True)
class Click:
    """A clickable element that is being read; ``settings`` are the values set before it."""

    label: str
    line: int
    outer_condition: Condition
    settings: dict[str, Expression]
    targets: list[ClickTarget] = field(factory=list)


_QUOTED_LENGTH = 60
_TEXT = re.compile("|".join(rf"{q}[^{q}\\\n]{{1,200}}{q}" for q in "\"'`"))


@define(eq=False)
class CodeNotes:
    """The code of one passage that is not understood, and the variables that it may change.

    ``unmodelled``: a mapping from the description of such code to its line.
    ``leading_notes``: the descriptions of such code that may lead to another passage.
    ``quoted_texts``: a mapping from each string in such code (it may name a passage) to its line.
    ``untracked``: the variables that change in unknown ways.
    ``refused``: a mapping from the description of code that the story format refuses to its line.
    """

    passage: TweePassage
    story: SourceFacts = field(factory=SourceFacts, kw_only=True)
    refused: dict[str, int] = field(factory=dict[str, int], kw_only=True)
    unmodelled: dict[str, int] = field(factory=dict[str, int], kw_only=True)
    leading_notes: set[str] = field(factory=set[str], kw_only=True)
    quoted_texts: dict[str, int] = field(factory=dict[str, int], kw_only=True)
    untracked: set[str] = field(factory=set[str], kw_only=True)
    line: int = field(
        kw_only=True, default=Factory(lambda self: self.passage.place.line, takes_self=True)
    )

    def note_unknown_target(self, code: str) -> None:
        """Record that ``code`` leads players to an unknown passage."""
        self.note(f"where {_quote_code(code)} leads is not modelled", code)

    def note_unknown_condition(self, code: str) -> None:
        """Record that the analysis does not understand the condition ``code``."""
        shown = _quote_code(code)
        self.note(f"the condition {shown} is not modelled: what depends on it counts as open")

    def note_unknown_change(self, code: str, *, has_note: bool = True) -> None:
        """Mark all variables in ``code`` as untracked; add a note if ``has_note``."""
        if has_note:
            self.note(
                f"what {_quote_code(code)} changes is not modelled",
                code if can_navigate(code) else None,
            )
        self.untracked |= find_variables(code)

    def note_unknown_code(self, name: str, code: str = "") -> None:
        """Record that a macro is not understood; variables in ``code`` become untracked."""
        self.note(f"{_quote_code(name)} is not modelled", code)
        named = {each[0][1:-1] for each in _TEXT.finditer(code)}
        self.untracked |= find_variables(code) | named | {f"${each}" for each in named}

    def note_unknown_passage(self) -> None:
        """Record that nothing in the passage is understood; all its variables become untracked."""
        self.note(f"what the passage {_quote_code(self.passage.name)} does is not modelled", "")
        self.untracked |= find_variables(self.passage.text) | find_script_variables(
            self.passage.text
        )

    def note_unknown_text(self, code: str) -> None:
        """Record that the text that ``code`` displays is unknown; it may contain links."""
        self.note(f"what {_quote_code(code)} shows is not modelled", code)

    def refuse(self, code: str, problem: str) -> None:
        """Record that the story format shows an error in place of ``code``."""
        self.refused.setdefault(f"{_quote_code(code)}: {problem}", self.line)

    def note(self, description: str, leading_code: str | None = None) -> None:
        """Record code that is not understood, with the line of its first occurrence.

        ``leading_code``: the code, if it may lead to another passage; its strings may name the
        passage.
        """
        self.unmodelled.setdefault(description, self.line)
        if leading_code is not None:
            self.leading_notes.add(description)
            for quoted in _TEXT.finditer(leading_code):
                self.quoted_texts.setdefault(quoted[0][1:-1], self.line)


def _quote_code(code: str) -> str:
    text = " ".join(code[: 4 * _QUOTED_LENGTH].split())
    return repr(text if len(text) <= _QUOTED_LENGTH else f"{text[: _QUOTED_LENGTH - 3]}...")
