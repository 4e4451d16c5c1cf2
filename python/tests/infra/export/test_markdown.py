"""Tests of the proofreading copy, which a Markdown parser reads back."""

import re
from collections.abc import Iterator, Sequence

from attrs import evolve, field, frozen
from hypothesis import given
from markdown_it import MarkdownIt
from markdown_it.token import Token

from questfoundry.domain.ids import slug_of
from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.passage import Choice, Passage, Structure
from questfoundry.domain.story.prose import find_conditional_names
from questfoundry.domain.story.report import Edition
from questfoundry.domain.story.stat import read_level
from questfoundry.infra.export.markdown import MarkdownExporter, escape_line
from questfoundry.infra.export.text import one_line
from tests.contracts.exporters import ExportedStoryContract
from tests.strategies.hostile import hostile_text
from tests.support.editions import small_edition, told, with_deeds
from tests.support.seen import SeenPlaythrough, playthroughs_seen

PARSER = MarkdownIt("gfm-like", {"linkify": False})
CHOICE = re.compile(
    r"(?P<label>.*) \u2192 .* \((?P<target>passage::[^;]*)\)(?P<flags>(?:; [rfgm].*?)?)"
    r"(?:; closed: (?P<closed>.*))?"
)


@frozen
class Told:
    """A passage as the proofreading copy shows it below the title."""

    chapter: str = ""
    blocks: list[str] = field(factory=list[str])
    items: list[str] = field(factory=list[str])


class TestMarkdownExporter(ExportedStoryContract):
    exporter = MarkdownExporter()

    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        [copy] = files
        return [playthroughs_seen(read(copy.content.decode()))]


def read(text: str) -> Edition:
    """Rebuild the edition that the proofreading copy describes."""
    passages, choices, prose, endings, start = [], [], {}, {}, ""
    chapters = {}
    for part in parts(PARSER.parse(text)):
        about_it, *blocks = part.blocks
        name, *about = about_it.split(", ", 1)
        ending = about[-1].partition("the ending ")[2] if about else ""
        start = name if about and about[0].startswith("the start") else start
        passages.append(Passage(id=name, ending=f"ending of {name}" if ending else ""))
        endings[f"ending of {name}"] = ending
        prose[name] = "\n\n".join(blocks)
        chapters[name] = part.chapter
        for item in part.items:
            choices.append(choice(item, name, len(choices)))
    structure = Structure(start=start, passages=tuple(passages), choices=tuple(choices))
    return evolve(edition(structure, prose, endings), chapters=chapters)


def edition(structure: Structure, prose: dict[str, str], endings: dict[str, str]) -> Edition:
    known = {slug_of(flag): flag for choice in structure.choices for flag in choice.grants}
    names = {name for text in prose.values() for name in find_conditional_names(text)}
    named = {known.get(name, _flag_named(name)) for name in names}
    made = told(structure, flags=dict.fromkeys(named, "."))
    return evolve(
        made,
        structure=structure,
        prose=prose,
        endings=tuple(evolve(each, name=endings[each.id]) for each in made.endings),
    )


def _flag_named(name: str) -> str:
    return f"level::{name}" if read_level(f"level::{name}") else f"flag::{name}"


def _moves(text: str) -> Iterator[tuple[str, int]]:
    for each in text.split(", ") if text else ():
        stat, _, step = each.rpartition(" ")
        yield stat, int(step)


def choice(item: str, source: str, number: int) -> Choice:
    found = CHOICE.fullmatch(item)
    assert found, item
    flags = {"requires": "", "forbids": "", "grants": "", "moves": ""}
    for each in found["flags"].split("; ")[1:]:
        word, _, names = each.partition(" ")
        flags[word] = names
    return Choice(
        id=f"choice::{number}",
        source=source,
        target=found["target"],
        label=found["label"],
        closed=found["closed"] or "",
        moves=dict(_moves(flags.pop("moves"))),
        **{word: names.split(", ") if names else () for word, names in flags.items()},
    )


def parts(tokens: list[Token]) -> Iterator[Told]:
    """Split the tokens at the headings of passages and leave out the endings, which come last."""
    now, chapter = None, ""
    deepest = max(each.tag for each in tokens if each.type == "heading_open")
    for place, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag >= "h2":
            if now:
                yield now
            now = Told(chapter=chapter) if token.tag == deepest else None
            chapter = "" if now else words(tokens[place + 1])
        elif token.type == "inline" and now and tokens[place - 1].type == "paragraph_open":
            into = now.items if token.level > 1 else now.blocks
            into.append(words(token))


def words(inline: Token) -> str:
    assert {each.type for each in inline.children or ()} <= {
        "text",
        "text_special",
        "hardbreak",
        "em_open",
        "em_close",
    }
    return "".join(
        "\n" if each.type == "hardbreak" else each.content for each in inline.children or ()
    )


@given(hostile_text())
def test_text_is_shown_as_it_is(text: str) -> None:
    """A proofreader must see the exact prose in every block, so no character may act as markup."""
    assert one_line(text)
    for place in ("{}", "# {}", "- {}", "> {}", "| {} | b |\n|---|---|\n| c | {} |"):
        tokens = PARSER.parse(place.replace("{}", escape_line(text)))
        inlines = [words(token) for token in tokens if token.type == "inline"]
        assert inlines[0] == inlines[-1] == one_line(text)


def test_the_copy_says_which_flags_a_choice_asks_for_and_sets() -> None:
    """A proofreader needs both. (EXP-23.2)"""
    [copy] = MarkdownExporter().export(small_edition())
    text = copy.content.decode()
    assert text.startswith("# The Drowned Ledger\n\n> The tide bell wakes you")
    assert "Content notes: drowning" in text
    shut = MarkdownExporter().export(with_deeds(small_edition()))[0].content.decode()
    assert "; requires mark::act-2; grants mark::rope; closed: Closed: Not without the rope" in shut
    asking = next(each for each in small_edition().structure.choices if each.requires)
    assert f"; requires {', '.join(sorted(asking.requires))}" in text
    assert "## Endings\n\n- Ending d2-x (ending::d2-x)" in text
