"""Export a story to Twee 3 for Snowman 1 and 2: conditions are JavaScript, and prose is HTML."""

from collections.abc import Mapping, Sequence
from html import escape

from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice
from questfoundry.infra.export.knowledge_list import ClueList, build_clue_list
from questfoundry.infra.export.text import one_line
from questfoundry.infra.export.twine import TwineExporter, escape_text, render_closed_choice
from questfoundry.infra.export.variables import Conditions, variables_for

_CONDITIONS = Conditions(
    set_test="s.{}", unset_test="!s.{}", and_operator=" && ", or_operator=" || "
)

_KNOWN = "StoryKnown"


class SnowmanExporter(TwineExporter):
    """An exporter for Snowman, a story format whose passages use JavaScript instead of macros."""

    format = "snowman"
    program = "Snowman"
    version = "1.3.0"
    suffix = ".snowman"

    def build_special_passages(
        self, edition: Edition, variables: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the list of clues; Snowman treats an undefined flag as false."""
        known = build_clue_list(edition, variables, _CONDITIONS, self.escape)
        return {_KNOWN: _render_clues(known) if known else ""}

    def build_footer(self, edition: Edition) -> str:
        """Return the code that shows the clues below each passage: Snowman has no sidebar."""
        return f'\n\n<%= window.story.render("{_KNOWN}") %>' if edition.clues else ""

    def format_paragraph(self, lines: Sequence[str]) -> str:
        """Return ``lines`` as an HTML paragraph, in which Snowman ignores Markdown."""
        return f"<p>{'<br>'.join(lines)}</p>"

    def format_conditional(self, variable: str, paragraph: str) -> str:
        """Return ``paragraph`` inside a JavaScript condition that tests ``variable``."""
        return f"<% if (s.{variable}) {{ %>{paragraph}<% }} %>"

    def format_ending(self, name: str) -> str:
        """Return ``name``, the name of an ending, as a bold paragraph."""
        return f"<p><strong>{name}</strong></p>"

    def format_choice(
        self, choice: Choice, label: str, target: str, variables: Mapping[str, str]
    ) -> str:
        """Return a link whose click handler sets the flags and shows the next passage.

        Snowman's native links differ by version: 2.1 drops labels and fails on names with a hyphen.
        The handler contains no quotation marks, because Snowman 1 decodes character references in
        attributes.
        """
        setters = "".join(
            f"window.story.state.{each} = true; "
            for each in variables_for(choice.grants, variables)
        )
        handler = f"event.stopPropagation(); {setters}window.story.show(this.dataset.passage)"
        link = (
            f'<a href="javascript:void(0)" data-passage="{escape(target)}" '
            f'onclick="{handler}">{escape_text(label)}</a>'
        )
        condition = _CONDITIONS.build_choice_condition(choice, variables)
        untaken = _CONDITIONS.build_untaken_condition(choice, variables)
        markup = f"<p>{link}</p>\n\n"
        if condition and choice.closed:
            otherwise = f"else if ({untaken})" if untaken else "else"
            closed = render_closed_choice(escape_text(one_line(choice.closed)))
            markup = f"{markup}<% }} {otherwise} {{ %><p>{closed}</p>\n\n"
        return f"<% if ({condition}) {{ %>{markup}<% }} %>" if condition else markup


def _render_clues(known: ClueList) -> str:
    parts = "".join(f"<% if ({condition}) {{ %>{html}<% }} %>" for condition, html in known.parts)
    head = f"<summary>{known.title}</summary>"
    return f"<% if ({known.any_condition}) {{ %><details>{head}{parts}</details><% }} %>"
