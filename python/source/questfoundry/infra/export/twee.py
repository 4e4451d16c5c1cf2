"""Export a story to Twee 3 for SugarCube 2, with flags as story variables.

A choice is a link, inside ``<<if>>`` if it has conditions. The label is a string with JSON escapes,
because SugarCube evaluates labels as expressions: a bare ``name`` would show the name of the
browser window.
"""

from collections.abc import Mapping, Sequence

from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.edition import Edition
from questfoundry.domain.story.passage import Choice
from questfoundry.infra.export.knowledge_list import ClueList, build_clue_list
from questfoundry.infra.export.text import escape_marks, file_name, one_line
from questfoundry.infra.export.twine import TwineExporter, escape_text, render_closed_choice
from questfoundry.infra.export.twine_files import twine_json
from questfoundry.infra.export.variables import Conditions, meanings_of, variables_for

_CONDITIONS = Conditions(
    set_test="${}", unset_test="not ${}", and_operator=" and ", or_operator=" or "
)


class TweeExporter(TwineExporter):
    """An exporter for SugarCube, whose links can set variables."""

    format = "twee"
    program = "SugarCube"
    version = "2.37.3"
    suffix = ""
    shows_author = True

    def build_special_passages(
        self, edition: Edition, variables: Mapping[str, str]
    ) -> Mapping[str, str]:
        """Return the title, the hook, the initial flags, with their meanings, and the clues."""
        flags = "\n".join(
            f"<<set ${name} to false>> /* {escape_text(meaning)} */"
            for name, meaning in meanings_of(edition, variables).items()
        )
        known = build_clue_list(edition, variables, _CONDITIONS, self.escape)
        return {
            "StoryDisplayTitle": escape_text(one_line(edition.title)),
            "StorySubtitle": escape_text(one_line(edition.hook)),
            "StoryInit": flags,
            "StoryCaption": self._render_clues(known) if known else "",
        }

    def _render_clues(self, known: ClueList) -> str:
        parts = ((known.any_condition, f"<h2>{known.title}</h2>"), *known.parts)
        return "".join(f"<<if {condition}>>{html}<</if>>" for condition, html in parts)

    def format_paragraph(self, lines: Sequence[str]) -> str:
        """Return ``lines`` joined by line ends, which SugarCube keeps."""
        return "\n".join(lines)

    def format_conditional(self, variable: str, paragraph: str) -> str:
        """Return ``paragraph`` inside an ``<<if>>`` that tests ``variable``."""
        return f"<<if ${variable}>>{paragraph}<</if>>"

    def format_ending(self, name: str) -> str:
        """Return ``name``, the name of an ending, in bold."""
        return f"<strong>{name}</strong>"

    def format_choice(
        self, choice: Choice, label: str, target: str, variables: Mapping[str, str]
    ) -> str:
        """Return the link as one line; a hidden link leaves no empty line."""
        text = escape_marks(label, lambda mark: f"\\u{ord(mark):04x}").replace('"', "\\u0022")
        setters = ", ".join(f"${each} to true" for each in variables_for(choice.grants, variables))
        link = f'[["{text}"|{target}]{f"[{setters}]" if setters else ""}]\n'
        condition = _CONDITIONS.build_choice_condition(choice, variables)
        untaken = _CONDITIONS.build_untaken_condition(choice, variables)
        if condition and choice.closed:
            otherwise = f"<<elseif {untaken}>>" if untaken else "<<else>>"
            link = (
                f"{link}{otherwise}{render_closed_choice(escape_text(one_line(choice.closed)))}\n"
            )
        return f"<<if {condition}>>{link}<</if>>" if condition else link


class TwineJsonExporter(TweeExporter):
    """An exporter of the SugarCube story as JSON, for programs that read Twine stories."""

    format = "twine-json"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        """Return the JSON file as the only file."""
        content = twine_json(self.build_story(edition)).encode()
        return (ExportedFile(file_name(edition, ".twine.json"), content),)
