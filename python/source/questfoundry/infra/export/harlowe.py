"""Export a story to Twee 3 for Harlowe 3, Twine's default format, with flags as variables.

A choice that sets flags is a link with a hook (Harlowe's block of code)::

    (link: "Take the oars.")[(set: $flag_rowed to true)(go-to: "Down the river")]
"""

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

# A bracket could begin a macro, a quotation mark end a string, and a zero begin a list.
_EXTRA_MARKS = re.compile(r"""[("']|^0""")


class HarloweExporter(TwineExporter):
    """An exporter for Harlowe, in which each variable must be set before a condition tests it."""

    format = "harlowe"
    program = "Harlowe"
    version = "3.3.9"
    suffix = ".harlowe"
    special_tags: ClassVar = MappingProxyType({_FLAGS: ("startup",), _KNOWN: ("footer",)})

    def escape(self, text: str) -> str:
        """Return ``text`` with markup replaced by character references."""
        found = re.split("(&#[0-9]+;)", escape_text(text))
        return "".join(
            each if number % 2 else _EXTRA_MARKS.sub(lambda mark: f"&#{ord(mark[0])};", each)
            for number, each in enumerate(found)
        )

    def build_special_passages(
        self, edition: Edition, variables: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the startup passage, which unsets all flags, and the footer with the clues."""
        lines = (
            f"(set: ${name} to false)<!-- {escape_text(meaning)} -->"
            for name, meaning in meanings_of(edition, variables).items()
        )
        known = build_clue_list(edition, variables, _CONDITIONS, self.escape)
        return {_FLAGS: "\n".join(lines), _KNOWN: _render_clues(known) if known else ""}

    def format_paragraph(self, lines: Sequence[str]) -> str:
        """Return ``lines`` joined by line ends, which Harlowe keeps."""
        return "\n".join(lines)

    def format_conditional(self, variable: str, paragraph: str) -> str:
        """Return ``paragraph`` inside an ``(if:)`` hook that tests ``variable``."""
        return f"(if: ${variable})[{paragraph}]"

    def format_ending(self, name: str) -> str:
        """Return ``name``, the name of an ending, in bold."""
        return f"<strong>{name}</strong>"

    def format_choice(
        self, choice: Choice, label: str, target: str, variables: Mapping[str, str]
    ) -> str:
        """Return the link as one line; a hidden link leaves no empty line."""
        text = self.escape(label)
        setters = ", ".join(f"${each} to true" for each in variables_for(choice.grants, variables))
        condition = _CONDITIONS.build_choice_condition(choice, variables)
        untaken = _CONDITIONS.build_untaken_condition(choice, variables)
        if setters:
            link = f'(link: "{text}")[(set: {setters})(go-to: "{target}")]\n'
        elif condition:
            link = f'(link-goto: "{text}", "{target}")\n'
        else:
            link = f"[[{text}->{target}]]\n"
        if not condition:
            return link
        markup = f"(if: {condition})[{link}]"
        if choice.closed:
            otherwise = f"(else-if: {untaken})" if untaken else "(else:)"
            markup += f"{otherwise}[{render_closed_choice(self.escape(one_line(choice.closed)))}\n]"
        return markup


def _render_clues(known: ClueList) -> str:
    parts = "".join(f"(if: {condition})[{html}]" for condition, html in known.parts)
    head = f"<summary>{known.title}</summary>"
    return f"(if: {known.any_condition})[<details>{head}{parts}</details>]"
