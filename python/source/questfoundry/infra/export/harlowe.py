"""Twee 3 for Harlowe 3, Twine's own format, with flags as story variables.

A choice that notes something is a link with a hook, any other one a plain link, and those that can
be closed stand in ``(if:)``::

    (link: "Take the oars.")[(set: $flag_rowed to true)(go-to: "Down the river")]
    (if: $flag_rowed and (not $flag_wet))[(link-goto: "Rest.", "The bank")
    ](else:)[What players read in its place.
    ]
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice
from questfoundry.infra.export.knowledge_list import ClueList, build_clue_list
from questfoundry.infra.export.text import one_line
from questfoundry.infra.export.twine import TwineExporter, escape_text, render_closed_choice
from questfoundry.infra.export.variables import Conditions, meanings_of, variables_for

_CONDITIONS = Conditions(
    set_test="${}", unset_test="(not ${})", and_operator=" and ", or_operator=" or "
)
_FLAGS, _KNOWN = "StoryFlags", "StoryKnown"

# A bracket could begin a macro, quotation marks end a string, and a zero a list.
_EXTRA_MARKS = re.compile(r"""[("']|^0""")


class HarloweExporter(TwineExporter):
    """For Harlowe, which wants variables to be true or false before they are asked for."""

    format = "harlowe"
    program = "Harlowe"
    version = "3.3.9"
    suffix = ".harlowe"
    special_tags: ClassVar = MappingProxyType({_FLAGS: ("startup",), _KNOWN: ("footer",)})

    def escape(self, text: str) -> str:
        """With character references, which Harlowe leaves to the browser."""
        found = re.split("(&#[0-9]+;)", escape_text(text))
        return "".join(
            each if number % 2 else _EXTRA_MARKS.sub(lambda mark: f"&#{ord(mark[0])};", each)
            for number, each in enumerate(found)
        )

    def build_special_passages(
        self, edition: Edition, variables: Mapping[str, str]
    ) -> Mapping[str, str]:
        """The flags with what they mean, before the story begins, and what the player knows."""
        lines = (
            f"(set: ${name} to false)<!-- {escape_text(meaning)} -->"
            for name, meaning in meanings_of(edition, variables).items()
        )
        known = build_clue_list(edition, variables, _CONDITIONS, self.escape)
        return {_FLAGS: "\n".join(lines), _KNOWN: _render_clues(known) if known else ""}

    def format_paragraph(self, lines: Sequence[str]) -> str:
        """Line ends are kept by Harlowe."""
        return "\n".join(lines)

    def format_conditional(self, variable: str, paragraph: str) -> str:
        """A hook behind ``(if:)``."""
        return f"(if: ${variable})[{paragraph}]"

    def format_ending(self, name: str) -> str:
        """In bold."""
        return f"<strong>{name}</strong>"

    def format_choice(
        self, choice: Choice, label: str, target: str, variables: Mapping[str, str]
    ) -> str:
        """One line; the line end is inside the hook, so that nothing is left of it."""
        text = self.escape(label)
        setters = ", ".join(f"${each} to true" for each in variables_for(choice.grants, variables))
        asked, not_done = (
            _CONDITIONS.build_choice_condition(choice, variables),
            _CONDITIONS.build_untaken_condition(choice, variables),
        )
        if setters:
            link = f'(link: "{text}")[(set: {setters})(go-to: "{target}")]\n'
        elif asked:
            link = f'(link-goto: "{text}", "{target}")\n'
        else:
            link = f"[[{text}->{target}]]\n"
        if not asked:
            return link
        shown = f"(if: {asked})[{link}]"
        if choice.closed:
            otherwise = f"(else-if: {not_done})" if not_done else "(else:)"
            shown += f"{otherwise}[{render_closed_choice(self.escape(one_line(choice.closed)))}\n]"
        return shown


def _render_clues(known: ClueList) -> str:
    """Below each passage, behind a word that opens it."""
    parts = "".join(f"(if: {asked})[{html}]" for asked, html in known.parts)
    head = f"<summary>{known.title}</summary>"
    return f"(if: {known.any_condition})[<details>{head}{parts}</details>]"
