"""Export a story to Twee 3 for SugarCube 2, Harlowe 3, Chapbook 2, and Snowman 1 and 2."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import ClassVar

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.text import escape_marks, file_name, one_line
from questfoundry.infra.export.twine import BEGIN, KNOWN, TwineExporter, escape_text, lists_known
from questfoundry.infra.export.twine_files import twine_json
from questfoundry.infra.export.variables import Assignments, Conditions, initial_values

_FLAGS = "StoryFlags"
_QUOTES = re.compile("[\"']")
# Marks that Chapbook reads as an insert, as the end of a link, or as the end of its label.
_CHAPBOOK_MARKS = re.compile(r"[{}\[\]|\\]|->|<-")
# A bracket could begin a macro, a quotation mark end a string, and a zero begin a list.
_HARLOWE_MARKS = re.compile(r"""[("']|^0""")


class TweeExporter(TwineExporter):
    """An exporter for SugarCube, whose links can set variables."""

    format = "twee"
    program = "SugarCube"
    version = "2.37.3"
    suffix = ""
    shows_author = True
    conditions = Conditions(
        set_test="${}",
        unset_test="not ${}",
        least_test="${} gte {}",
        most_test="${} lte {}",
        and_operator=" and ",
        or_operator=" or ",
        negation="not ({})",
    )
    assignments = Assignments(set_flag="${name} to true", add="${name} {sign}= {step}")
    printed = "<<= ${}>>"
    conditional = "<<if {condition}>>{text}<</if>>"
    closed = "<<elseif {untaken}>>{closed}\n", "<<else>>{closed}\n"
    paragraph = "\n", "{}"

    def build_special_passages(
        self, edition: Edition, variables: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the passages with the title, the hook, the initial values and the clues."""
        values = "\n".join(
            f"<<set ${each.variable} to {each.value}>> /* {escape_text(each.meaning)} */"
            for each in initial_values(edition, variables)
        )
        known = ""
        if lists_known(edition):
            title = f"<h2>{self.escape(self.clue_words(edition)[0])}</h2>"
            known = self.format_conditional(self.anything_known(edition, variables), title)
            known += "".join(self.format_known(edition, variables))
        return {
            "StoryDisplayTitle": escape_text(one_line(edition.title)),
            "StorySubtitle": escape_text(one_line(edition.hook)),
            "StoryInit": values,
            "StoryCaption": known,
        }

    def format_link(
        self, label: str, target: str, setters: Sequence[str], *, is_conditional: bool
    ) -> str:
        """Return a link; SugarCube evaluates the label, so it is a string with JSON escapes."""
        del is_conditional
        text = escape_marks(label, lambda mark: f"\\u{ord(mark):04x}").replace('"', "\\u0022")
        assignments = f"[{', '.join(setters)}]" if setters else ""
        return f'[["{text}"|{target}]{assignments}]\n'


class TwineJsonExporter(TweeExporter):
    """An exporter of the SugarCube story as JSON, for programs that read Twine stories."""

    format = "twine-json"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the JSON file as the only file."""
        content = twine_json(self.build_story(edition)).encode()
        return (ExportedFile(file_name(edition, ".twine.json"), content),)


class HarloweExporter(TwineExporter):
    """An exporter for Harlowe, in which each variable must be set before a condition tests it."""

    format = "harlowe"
    program = "Harlowe"
    version = "3.3.9"
    suffix = ".harlowe"
    special_tags: ClassVar = MappingProxyType({_FLAGS: ("startup",), KNOWN: ("footer",)})
    conditions = Conditions(
        set_test="${}",
        unset_test="(not ${})",
        least_test="(${} >= {})",
        most_test="(${} <= {})",
        and_operator=" and ",
        or_operator=" or ",
        negation="(not ({}))",
    )
    assignments = Assignments(set_flag="${name} to true", add="${name} to it {sign} {step}")
    printed = "(print: ${})"
    conditional = "(if: {condition})[{text}]"
    closed = "](else-if: {untaken})[{closed}\n", "](else:)[{closed}\n"
    paragraph = "\n", "{}"

    def escape(self, text: str) -> str:
        """Return ``text`` with character references instead of markup."""
        found = re.split("(&#[0-9]+;)", escape_text(text))
        return "".join(
            each if number % 2 else _HARLOWE_MARKS.sub(_refer_to, each)
            for number, each in enumerate(found)
        )

    def build_special_passages(
        self, edition: Edition, variables: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the startup passage with the initial values, and the footer with the clues."""
        lines = (
            f"(set: ${each.variable} to {each.value})<!-- {escape_text(each.meaning)} -->"
            for each in initial_values(edition, variables)
        )
        return {_FLAGS: "\n".join(lines), KNOWN: self.format_known_details(edition, variables)}

    def format_link(
        self, label: str, target: str, setters: Sequence[str], *, is_conditional: bool
    ) -> str:
        """Return a link; if it sets variables, it has a hook (Harlowe's block of code)."""
        text = self.escape(label)
        if setters:
            return f'(link: "{text}")[(set: {", ".join(setters)})(go-to: "{target}")]\n'
        return (
            f'(link-goto: "{text}", "{target}")\n' if is_conditional else f"[[{text}->{target}]]\n"
        )


class ChapbookExporter(TwineExporter):
    """An exporter for Chapbook, whose passages are Markdown with embedded HTML.

    Chapbook sets variables only in the head of a passage. So an extra passage before the first one
    sets the initial values, and a choice that sets a variable leads to an intermediate passage,
    which sets the variable and embeds the target passage.
    """

    format = "chapbook"
    program = "Chapbook"
    version = "2.2.0"
    suffix = ".chapbook"
    sets_in_passages = True
    conditions = Conditions(
        set_test="{}",
        unset_test="!{}",
        least_test="{} >= {}",
        most_test="{} <= {}",
        and_operator=" && ",
        or_operator=" || ",
        negation="!({})",
    )
    assignments = Assignments(set_flag="{name}: true", add="{name}: {name} {sign} {step}")
    printed = "{{{}}}"
    conditional = "[if {condition}]\n{text}[continue]\n"
    closed = (
        "[if !({condition}) && {untaken}]\n<p>{closed}</p>\n\n",
        "[else]\n<p>{closed}</p>\n\n",
    )
    paragraph = "<br>", "<p>{}</p>"

    def escape(self, text: str) -> str:
        """Return ``text`` with character references instead of markup and quotes.

        Chapbook would replace straight quotes by curly ones.
        """
        return _QUOTES.sub(_refer_to, escape_text(text))

    def build_special_passages(
        self,
        edition: Edition,  # noqa: ARG002
        variables: Mapping[str, str],  # noqa: ARG002
    ) -> Mapping[str, str]:
        """Return no passages: Chapbook sets its variables in ``build_extra_passages``."""
        return {}

    def build_extra_passages(
        self, edition: Edition, names: Mapping[str, str], variables: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the start passage, a passage for each choice with assignments, and the clues."""
        structure = edition.structure
        values = initial_values(edition, variables)
        first = [f"{each.variable}: {each.value}" for each in values]
        passages = {}
        if lists_known(edition):
            title, empty_text = self.clue_words(edition)
            # Chapbook parses the footer of all passages like their text.
            link = f"{{reveal link: '{_escape_script(title)}', passage: '{KNOWN}'}}"
            first.append(f'config.footer.center: "{_escape_backslashes(link)}"')
            none = f"!({self.anything_known(edition, variables)})"
            empty = self.format_conditional(none, f"<p>{self.escape(empty_text)}</p>\n\n")
            known = self.format_known(edition, variables, end="\n\n")
            passages[KNOWN] = "".join((empty, *known)).strip()
        passages[BEGIN] = _setter_passage(first, names[structure.start])
        for number, choice in enumerate(structure.choices, start=1):
            if assignments := self.assignments.list_for(choice, variables):
                intermediate = self.find_target(choice, number, names, variables)
                passages[intermediate] = _setter_passage(assignments, names[choice.target])
        return passages

    def format_link(
        self, label: str, target: str, setters: Sequence[str], *, is_conditional: bool
    ) -> str:
        """Return the link as a paragraph; the variables are set by extra passages instead.

        Chapbook shows the text of a link as it is written, also character references. So a label
        with marks that end or change a link is written as a string with JavaScript's escapes.
        """
        del setters, is_conditional
        if _CHAPBOOK_MARKS.search(label):
            link = f"{{link to: '{_escape_script(target)}', label: '{_escape_script(label)}'}}"
        else:
            link = f"[[{label}->{target}]]"
        return f"<p>{link}</p>\n\n"


class SnowmanExporter(TwineExporter):
    """An exporter for Snowman, a story format whose passages use JavaScript instead of macros."""

    format = "snowman"
    program = "Snowman"
    printed = "<%= s.{} || 0 %>"
    version = "1.3.0"
    suffix = ".snowman"
    clue_footer = f'\n\n<%= window.story.render("{KNOWN}") %>'
    conditions = Conditions(
        set_test="s.{}",
        unset_test="!s.{}",
        least_test="(s.{} || 0) >= {}",
        most_test="(s.{} || 0) <= {}",
        and_operator=" && ",
        or_operator=" || ",
        negation="!({})",
    )
    assignments = Assignments(
        set_flag="window.story.state.{name} = true; ",
        add="window.story.state.{name} = (window.story.state.{name} || 0) {sign} {step}; ",
    )
    conditional = "<% if ({condition}) {{ %>{text}<% }} %>"
    closed = (
        "<% }} else if ({untaken}) {{ %><p>{closed}</p>\n\n",
        "<% }} else {{ %><p>{closed}</p>\n\n",
    )
    paragraph = "<br>", "<p>{}</p>"

    def build_special_passages(
        self, edition: Edition, variables: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the list of clues; Snowman treats an undefined flag as false."""
        return {KNOWN: self.format_known_details(edition, variables)}

    def format_link(
        self, label: str, target: str, setters: Sequence[str], *, is_conditional: bool
    ) -> str:
        """Return a link whose click handler sets the variables and shows the next passage.

        Snowman's native links differ by version: 2.1 drops labels and fails on names with a hyphen.
        The handler contains no quotation marks, because Snowman 1 decodes character references in
        attributes.
        """
        del is_conditional
        handler = (
            f"event.stopPropagation(); {''.join(setters)}window.story.show(this.dataset.passage)"
        )
        return (
            f'<p><a href="javascript:void(0)" data-passage="{escape(target)}" '
            f'onclick="{handler}">{escape_text(label)}</a></p>\n\n'
        )


def _refer_to(mark: re.Match[str]) -> str:
    return f"&#{ord(mark[0])};"


def _escape_script(text: str) -> str:
    """Return ``text`` for a string of JavaScript; only letters, digits and blanks stay."""
    units = text.encode("utf-16-be")
    codes = [int.from_bytes(units[place : place + 2]) for place in range(0, len(units), 2)]
    return "".join(
        chr(code)
        if chr(code).isascii() and (chr(code).isalnum() or code == 32)
        else f"\\u{code:04x}"
        for code in codes
    )


def _escape_backslashes(text: str) -> str:
    return text.replace("\\", "\\\\")


def _setter_passage(assignments: Sequence[str], passage: str) -> str:
    lines = "".join(f"{each}\n" for each in assignments)
    head = f"{lines}--\n" if lines else ""
    return f'{head}{{embed passage: "{passage}"}}'
