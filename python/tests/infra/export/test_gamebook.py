"""Tests of the gamebook that read the files as people read them."""

import re
import zipfile
from collections.abc import Sequence
from io import BytesIO

import pypdfium2
import pytest
from attrs import evolve

from questfoundry.domain.ids import slug_of
from questfoundry.domain.protocols.exporter import ExportedFile
from questfoundry.domain.story.passage import Choice
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.gamebook.book import codewords_of, numbers_of
from questfoundry.infra.export.gamebook.exporter import GamebookExporter, PdfExporter
from tests.contracts.exporters import ExportedStoryContract
from tests.support.editions import small_edition, told, with_deeds, with_inserts
from tests.support.gamebook_reader import HtmlTree, playthroughs_in_epub, playthroughs_in_print
from tests.support.seen import SeenPlaythrough, playthroughs_seen
from tests.support.stat_story import AIR, stat_edition
from tests.support.structures import choice, corridor, joined

OTHER_IFID = "9B1DEB4D-3B7D-4BAD-9BDD-2B0D7B3DCB6D"


class TestGamebookExporter(ExportedStoryContract):
    exporter = GamebookExporter()

    def read(self, files: Sequence[ExportedFile]) -> Sequence[set[SeenPlaythrough]]:
        page, archive = files
        return playthroughs_in_print(page.content), playthroughs_in_epub(archive.content)


def exported(edition: Edition) -> dict[str, bytes]:
    return {file.name: file.content for file in GamebookExporter().export(edition)}


def printed(edition: Edition) -> str:
    return exported(edition)["the-drowned-ledger-gamebook.html"].decode()


def archive(edition: Edition) -> zipfile.ZipFile:
    return zipfile.ZipFile(BytesIO(exported(edition)["the-drowned-ledger.epub"]))


def test_the_story_starts_at_1_and_the_other_numbers_are_mixed() -> None:
    """Numbers in story order would let readers see what comes next on the page."""
    edition = told(corridor(40))
    numbers = list(numbers_of(edition).values())
    in_order = [numbers_of(edition)[passage.id] for passage in edition.structure.passages]
    assert numbers == list(range(1, 41))
    assert in_order[0] == 1
    assert sorted(in_order) == numbers != in_order


def test_another_story_is_mixed_otherwise_and_a_new_passage_moves_no_other() -> None:
    """A new passage must not move the other numbers, or every printed reference would change."""
    edition = told(corridor(40))
    order = list(numbers_of(edition))
    assert list(numbers_of(evolve(edition, ifid=OTHER_IFID))) != order
    longer = list(numbers_of(told(corridor(41))))
    longer.remove("passage::40")
    assert longer == order


def test_only_flags_that_are_read_have_codewords_and_these_are_no_words_of_the_story() -> None:
    """A codeword made from the story would spoil the plot."""
    edition = small_edition()
    read = {flag for each in edition.structure.choices for flag in each.requires | each.forbids}
    granted = {flag for each in edition.structure.choices for flag in each.grants}
    words = codewords_of(edition)
    assert set(words) == read < granted
    assert not any(slug_of(flag) in word.lower() for flag, word in words.items())
    assert words == codewords_of(evolve(edition, title="Another", hook=""))


def test_what_only_inserts_ask_for_is_told_by_its_label() -> None:
    """A remembered label saves a codeword."""
    edition = with_inserts(with_deeds(small_edition()))
    asked = {flag for each in edition.structure.choices for flag in each.requires | each.forbids}
    assert "mark::act-2" in asked
    assert "mark::act-1" not in asked
    words = codewords_of(edition)
    assert "mark::act-2" in words
    assert "mark::act-1" not in words
    assert "If you chose \u201cAct 1\u201d: act-1: It was so." in shown_in(printed(edition))
    other = tuple(evolve(each, label="Act 1") for each in edition.structure.choices)
    alike = evolve(edition, structure=evolve(edition.structure, choices=other))
    assert "mark::act-1" in codewords_of(alike)


def test_a_label_that_is_speech_has_one_pair_of_marks() -> None:
    """Quotation marks inside quotation marks would look like a printing error."""
    edition = with_inserts(with_deeds(small_edition()))
    for label, told_so in (
        ("\u201cWho?\u201d", "\u201cWho?\u201d"),
        ("\u201cSo.\u201d Go", "\u201c\u201cSo.\u201d Go\u201d"),
    ):
        choices = tuple(
            evolve(each, label=label) if "mark::act-1" in each.grants else each
            for each in edition.structure.choices
        )
        page = printed(evolve(edition, structure=evolve(edition.structure, choices=choices)))
        assert f"If you chose {told_so}: act-1" in shown_in(page)


def shown_in(page: str) -> str:
    return "".join(HtmlTree(page).root.itertext())


def test_flags_that_are_never_apart_share_a_codeword_and_others_do_not() -> None:
    """Readers write down fewer codewords when flags that are always set together share one."""
    words = codewords_of(small_edition())
    assert words["flag::d1-x-1"] == words["flag::d1-x-2"] != words["flag::d1-y-1"]

    # Each choice grants its own flag, so there are more flags than codewords in the list.
    edition = told(corridor(500))
    flags = [f"flag::{number}" for number in range(499)]
    choices = [
        evolve(each, grants={flag}, requires=set(flags))
        for each, flag in zip(edition.structure.choices, flags, strict=True)
    ]
    many = evolve(edition, structure=evolve(edition.structure, choices=tuple(choices)))
    words = codewords_of(many)
    assert len(set(words.values())) == len(words) == 499
    assert 0 < sum(" " in word for word in words.values()) < 499


ENGLISH = (
    "Go in \u2013 if you have the codeword {has} and you do not have the codeword {lacks}, "
    "write down the codeword {has} and turn to 2."
)
GERMAN = (
    "Go in \u2013 wenn du das Codewort {has} hast und du das Codewort {lacks} nicht hast, "
    "notiere das Codewort {has} und lies weiter bei 2."
)
ENGLISH_IN_PLACE = (
    "Go in \u2013 if you have not read 2 yet: if you have the codeword {has} and you do not have "
    "the codeword {lacks}, turn to 2; if not: It is too dry."
)
GERMAN_IN_PLACE = (
    "Go in \u2013 wenn du 2 noch nicht gelesen hast: wenn du das Codewort {has} hast und du das "
    "Codewort {lacks} nicht hast, lies weiter bei 2; wenn nicht: It is too dry."
)
NOTED = choice("in", "0", "1", requires=["wet"], forbids=["tired"], grants=["wet", "never-read"])
ONCE = evolve(
    choice("in", "0", "1", requires=["wet"], forbids=["tired", "seen"], grants=["seen"]),
    closed="It is too dry.",
)


@pytest.mark.parametrize(
    ("language", "going_in", "sentence"),
    [
        ("en", NOTED, ENGLISH),
        ("de-AT", NOTED, GERMAN),
        ("pl", NOTED, ENGLISH),
        ("en", ONCE, ENGLISH_IN_PLACE),
        ("de", ONCE, GERMAN_IN_PLACE),
    ],
)
def test_flags_are_codewords_on_paper(language: str, going_in: Choice, sentence: str) -> None:
    """Readers on paper evaluate conditions, and see why a choice is closed. (EXP-21.4)"""
    plain = told(corridor(2))
    structure = evolve(plain.structure, choices=(evolve(going_in, label="Go in"),))
    edition = evolve(plain, language=language, structure=structure)
    words = codewords_of(edition)
    assert set(words) == {"flag::wet", "flag::tired"}
    item = next(HtmlTree(printed(edition)).root.iter("li"))
    told_so = sentence.format(has=words["flag::wet"], lacks=words["flag::tired"])
    assert "".join(item.itertext()) == told_so


def test_the_front_tells_of_codewords_where_there_are_any_and_of_the_content() -> None:
    """Readers need the rules first."""
    page = printed(small_edition())
    assert page.index("The tide bell wakes you") < page.index("How to read this book")
    assert page.index("codeword") < page.index("Content notes") < page.index("drowning")
    plain = told(corridor(3))
    silent = plain.vision.model_copy(update={"content_notes": " "})
    bare = printed(evolve(plain, hook="", vision=silent))
    assert not any(words in bare for words in ("codeword, ", "Content notes", 'class="hook"'))


def test_a_section_bears_the_marks_that_checks_rely_on() -> None:
    """The checks find passages, endings and choices by these attributes."""
    edition = small_edition()
    for text in (printed(edition), archive(edition).read("EPUB/part-1.xhtml").decode()):
        for passage in edition.structure.passages:
            assert f'data-qf-passage="{passage.id}"' in text
            assert not passage.ending or f'data-qf-ending="{passage.ending}"' in text
        for each in edition.structure.choices:
            assert f'data-qf-choice="{each.id}"' in text


def test_the_page_for_print_asks_for_nothing_and_runs_nothing() -> None:
    """A page for print must not load anything from the network or run a script."""
    root = HtmlTree(printed(small_edition())).root
    policy = next(each.attrib["content"] for each in root.iter("meta") if "content" in each.attrib)
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert {each.tag for each in root.iter()}.isdisjoint({"script", "link", "img", "iframe"})
    links = [each.attrib["href"] for each in root.iter("a")]
    assert links
    assert all(link.startswith("#section-") for link in links)


def test_the_archive_tells_no_time_and_begins_with_its_type() -> None:
    """Reproducible bytes need fixed dates, and readers recognise an EPUB by its first entry."""
    with archive(small_edition()) as book:
        first, *others = book.infolist()
        assert (first.filename, book.read(first)) == ("mimetype", b"application/epub+zip")
        assert first.header_offset == 0
        assert first.extra == b""
        for entry in (first, *others):
            assert entry.date_time == (1980, 1, 1, 0, 0, 0)
            assert (entry.compress_type, entry.create_system) == (zipfile.ZIP_STORED, 0)
        assert b"2000-01-01T00:00:00Z" in book.read("EPUB/package.opf")


def test_the_package_says_which_story_it_is_and_how_it_can_be_read() -> None:
    """Library programs catalogue a book by this."""
    edition = evolve(small_edition(), language="ar", title="The Drowned & Ledger")
    [book] = [file for file in GamebookExporter().export(edition) if file.name.endswith(".epub")]
    with zipfile.ZipFile(BytesIO(book.content)) as opened:
        package = opened.read("EPUB/package.opf").decode()
    assert f"urn:uuid:{edition.ifid.lower()}</dc:identifier>" in package
    assert "<dc:title>The Drowned &amp; Ledger</dc:title>" in package
    assert "<dc:language>ar</dc:language>" in package
    assert 'page-progression-direction="rtl"' in package
    assert '<meta property="schema:accessMode">textual</meta>' in package


def test_a_long_book_is_cut_into_files_that_lead_to_each_other() -> None:
    """E-readers are slow with large files, and links must still work across the parts."""
    edition = told(corridor(120))
    with archive(edition) as book:
        parts = [name for name in book.namelist() if "part-" in name]
        sizes = [book.read(name).count(b'<section id="') for name in parts]
        contents = book.read("EPUB/nav.xhtml").decode()
    assert sizes == [50, 50, 20]
    assert "Sections 51\u2013100" in contents
    assert contents.count('href="part-') == 120 + 3 + 1
    assert playthroughs_in_epub(exported(edition)["the-drowned-ledger.epub"]) == playthroughs_seen(
        edition
    )


def test_a_title_without_a_visible_letter_is_replaced_by_the_ifid() -> None:
    """An invisible title would give the files no usable name and the book an empty cover page."""
    edition = evolve(small_edition(), title="\x01 \ufffe")
    page, book = GamebookExporter().export(edition)
    assert (page.name, book.name) == ("story-gamebook.html", "story.epub")
    assert f'<h1 dir="auto">{edition.ifid}</h1>' in page.content.decode()


def test_each_section_begins_a_page_and_labels_are_links() -> None:
    """Two sections on one screen would show readers what happens elsewhere in the story."""
    edition = small_edition()
    unlabelled = evolve(edition.structure.choices[0], label=" ")
    structure = evolve(edition.structure, choices=(unlabelled, *edition.structure.choices[1:]))
    with archive(evolve(edition, structure=structure)) as book:
        style = book.read("EPUB/book.css").decode()
    assert re.search(r"\.passage {[^}]*break-before: page", style)
    ways = HtmlTree(printed(evolve(edition, structure=structure))).root.iter("li")
    links = ["".join(link.itertext()) for way in ways for link in way.iter("a")]
    labels = [each.label for each in structure.choices[1:]]
    [number] = [each for each in links if each not in labels]
    assert re.fullmatch("turn to [0-9]+", number)
    assert sorted([*labels, number]) == sorted(links)


def test_boxes_are_ticked_only_where_a_stat_decides_something() -> None:
    """A reader of paper must count only what a later section asks for."""
    page = printed(evolve(stat_edition(), title="The Drowned Ledger"))
    assert page.count('<p class="boxes">') == 2
    assert "Air</strong>" in page[: page.index('class="passage')]
    ledge = page[page.index('data-qf-choice="choice::wait"') :]
    assert "tick" not in ledge[: ledge.index("</li>")]
    plain = told(joined(choice("on", "quay", "home"), home="home"))
    moving = tuple(evolve(each, moves={AIR.id: 1}) for each in plain.structure.choices)
    moving_only = evolve(plain, structure=evolve(plain.structure, choices=moving), stats=(AIR,))
    assert printed(moving_only) == printed(plain)


def test_the_pdf_draws_the_boxes_as_a_row() -> None:
    """Boxes that run together cannot be ticked."""
    [file] = PdfExporter().export(stat_edition())
    document = pypdfium2.PdfDocument(file.content)
    front = document[1].get_textpage().get_text_range()
    numbers = [each for each in front.split() if each.lstrip("\N{MINUS SIGN}").isdigit()]
    row = "-3 -2 -1 0 1 2 -1 0 1".replace("-", "\N{MINUS SIGN}").split()
    assert numbers[-len(row) :] == row
