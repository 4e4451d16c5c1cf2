"""Export a story to Twee 3 for Chapbook 2, with choice flags as Chapbook variables.

Chapbook sets variables only in the head of a passage. So an extra passage before the first one sets
all flags to false, and a choice that sets a flag leads to an intermediate passage, which sets the
variable and embeds the target passage.
"""

import re
from collections.abc import Mapping, Sequence

from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice
from questfoundry.infra.export.knowledge_list import build_clue_list
from questfoundry.infra.export.text import one_line
from questfoundry.infra.export.twine import TwineExporter, escape_text, render_closed_choice
from questfoundry.infra.export.variables import Conditions, variables_for

_CONDITIONS = Conditions(set_test="{}", unset_test="!{}", and_operator=" && ", or_operator=" || ")
_BEGIN, _KNOWN = "StoryBegin", "StoryKnown"
_QUOTES = re.compile("[\"']")


class ChapbookExporter(TwineExporter):
    """An exporter for Chapbook, whose passages are Markdown with embedded HTML."""

    format = "chapbook"
    program = "Chapbook"
    version = "2.2.0"
    suffix = ".chapbook"

    def escape(self, text: str) -> str:
        """Replace markup, and quotes, which Chapbook would curl, by character references."""
        return _QUOTES.sub(lambda mark: f"&#{ord(mark[0])};", escape_text(text))

    def build_special_passages(
        self,
        edition: Edition,  # noqa: ARG002
        variables: Mapping[str, str],  # noqa: ARG002
    ) -> Mapping[str, str]:
        """Return no passages: Chapbook sets its variables in ``build_extra_passages``."""
        return {}

    def find_start(self, edition: Edition, names: Mapping[str, str]) -> str:
        """Return the passage that sets all flags to false, which players never visit again."""
        del edition, names
        return _BEGIN

    def find_target(
        self, choice: Choice, number: int, names: Mapping[str, str], variables: Mapping[str, str]
    ) -> str:
        """Return the target of the link: an intermediate passage if ``choice`` sets a variable."""
        variables_set = variables_for(choice.grants, variables)
        return f"StoryChoice{number}" if variables_set else names[choice.target]

    def build_extra_passages(
        self, edition: Edition, names: Mapping[str, str], variables: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the start, the intermediate passages of choices, and the list of clues."""
        structure = edition.structure
        initial_values = dict.fromkeys(variables.values(), "false")
        passages = {}
        if known := build_clue_list(edition, variables, _CONDITIONS, self.escape):
            # Chapbook parses the footer of all passages like their text.
            link = f"{{reveal link: '{known.title}', passage: '{_KNOWN}'}}"
            initial_values["config.footer.center"] = f'"{link}"'
            parts = ((f"!({known.any_condition})", f"<p>{known.empty_text}</p>"), *known.parts)
            passages[_KNOWN] = "".join(
                self.format_conditional(condition, f"{html}\n\n") for condition, html in parts
            ).strip()
        passages[_BEGIN] = _setter_passage(initial_values, names[structure.start])
        for number, choice in enumerate(structure.choices, start=1):
            if variables_set := variables_for(choice.grants, variables):
                new_values = dict.fromkeys(variables_set, "true")
                intermediate = self.find_target(choice, number, names, variables)
                passages[intermediate] = _setter_passage(new_values, names[choice.target])
        return passages

    def format_paragraph(self, lines: Sequence[str]) -> str:
        """Return ``lines`` as an HTML paragraph, in which Chapbook ignores Markdown."""
        return f"<p>{'<br>'.join(lines)}</p>"

    def format_conditional(self, variable: str, paragraph: str) -> str:
        """Return ``paragraph`` below an ``[if]`` modifier that tests ``variable``."""
        return f"[if {variable}]\n{paragraph}[continue]\n"

    def format_ending(self, name: str) -> str:
        """Return ``name``, the name of an ending, as a bold paragraph."""
        return f"<p><strong>{name}</strong></p>"

    def format_choice(
        self, choice: Choice, label: str, target: str, variables: Mapping[str, str]
    ) -> str:
        """Return the link as a paragraph, below an ``[if]`` modifier if it has conditions."""
        condition = _CONDITIONS.build_choice_condition(choice, variables)
        untaken = _CONDITIONS.build_untaken_condition(choice, variables)
        link = f"<p>[[{self.escape(label)}->{target}]]</p>\n\n"
        if not condition:
            return link
        markup = f"[if {condition}]\n{link}"
        if choice.closed:
            otherwise = f"[if !({condition}) && {untaken}]" if untaken else "[else]"
            closed = render_closed_choice(self.escape(one_line(choice.closed)))
            markup += f"{otherwise}\n<p>{closed}</p>\n\n"
        return f"{markup}[continue]\n"


def _setter_passage(values: Mapping[str, str], passage: str) -> str:
    lines = "".join(f"{name}: {value}\n" for name, value in values.items())
    head = f"{lines}--\n" if lines else ""
    return f'{head}{{embed passage: "{passage}"}}'
