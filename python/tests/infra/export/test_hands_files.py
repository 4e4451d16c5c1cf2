"""The files that tell readers and stores who wrote a story, and the metadata of exports."""

import json
import zipfile
from io import BytesIO

import pypdfium2
import pytest
from attrs import evolve

from questfoundry.app.shipping.edition import build_report
from questfoundry.domain.story.hands import (
    AUTHOR,
    PROGRAM,
    UNKNOWN,
    Hand,
    HandKind,
    HandLedger,
    HandTotals,
    LedgerEntry,
    Sentence,
)
from questfoundry.domain.story.player_texts import PlayerText, TextKind
from questfoundry.infra.export.gamebook.exporter import GamebookExporter, PdfExporter
from questfoundry.infra.export.html import HtmlExporter
from questfoundry.infra.export.markdown import ReportFiles
from tests.support.editions import HANDS, small_edition

MODEL = Hand(HandKind.MODEL, "openai/gpt-4o", "fill-1/3")


def sentence(origin: Hand, *hands: Hand) -> Sentence:
    words = tuple(f"word{at}" for at in range(10))
    given = (*hands, *[origin] * (10 - len(hands)))
    return Sentence(text="<b>Ten words.", words=words, hands=given, origin=origin)


def ledger(*sentences: Sentence) -> HandLedger:
    place = PlayerText(stage="fill", path=(), kind=TextKind.PROSE, passage="A & B", text="")
    return HandLedger(entries=tuple(LedgerEntry(text=place, sentence=each) for each in sentences))


def files_of(*sentences: Sentence) -> dict[str, str]:
    report = evolve(build_report(small_edition(), ()), hands=ledger(*sentences))
    files = {each.name: each.content.decode() for each in ReportFiles().write(report)}
    assert set(HANDS) < set(files)
    return files


@pytest.mark.parametrize(
    ("sentences", "itch", "kdp"),
    [
        ([sentence(AUTHOR)], "No\n", "Texts: None"),
        ([sentence(MODEL)], "Yes", "Texts: Entire work, with minimal or no editing"),
        ([sentence(MODEL, *[AUTHOR] * 4)], "Yes", "Texts: Entire work, with extensive editing"),
        ([sentence(MODEL), sentence(AUTHOR)], "Yes", "Texts: Some sections, with minimal or no"),
        ([sentence(AUTHOR, MODEL)], "Yes", "Texts: None\n\nTool: openai/gpt-4o"),
        ([sentence(UNKNOWN), sentence(AUTHOR)], "Not known", "Texts: Not known"),
        ([sentence(UNKNOWN), sentence(MODEL)], "Yes", "Texts: Some sections"),
        ([sentence(PROGRAM)], "No record", "Texts: No record"),
    ],
)
def test_statements_answer_the_question_of_the_store(
    sentences: list[Sentence], itch: str, kdp: str
) -> None:
    """A wrong answer can cost the author the account. (HND-3.1)"""
    files = files_of(*sentences)
    assert f"generative AI? {itch}" in files["hands-itch.txt"]
    assert f"(text): {itch}" in files["hands-steam.txt"]
    assert kdp in files["hands-kdp.txt"]
    is_assisted = "Amazon calls this AI-assisted" in files["hands-kdp.txt"]
    assert is_assisted == (sentences == [sentence(AUTHOR, MODEL)])


def test_the_page_and_the_figures_name_the_hands() -> None:
    """The page escapes the story, and the figures can be read back. (HND-3.1)"""
    found = ledger(sentence(MODEL, AUTHOR), sentence(AUTHOR))
    files = files_of(*(each.sentence for each in found.entries))
    assert "&lt;b&gt;Ten words." in files["hands.html"]
    assert "<b>Ten" not in files["hands.html"]
    assert (
        "a language model, then edited by the author, 10% changed (openai/gpt-4o fill-1/3)"
        in (files["hands.html"])
    )
    document = json.loads(files["hands.json"])
    assert HandTotals.from_document(document["total"]) == found.totals
    assert document["sentences"][0]["request"] == "fill-1/3"
    assert document["sentences"][0]["edit_share"] == 0.1


def test_exports_name_the_writers_in_their_metadata() -> None:
    """Catalogues and readers of a single file learn it, too."""
    credit = "Words written by: the author 50%, a language model 50% (openai/gpt-4o)."
    source = "https://schema.org/CompositeWithTrainedAlgorithmicMediaDigitalSource"
    totals = ledger(sentence(MODEL), sentence(AUTHOR)).totals
    edition = evolve(small_edition(), hands=totals)
    [page] = HtmlExporter().export(edition)
    assert f'<meta property="schema:creditText" content="{credit}">' in page.content.decode()

    exported = {each.name: each.content for each in GamebookExporter().export(edition)}
    [epub] = (content for name, content in exported.items() if name.endswith(".epub"))
    with zipfile.ZipFile(BytesIO(epub)) as book:
        package = book.read("EPUB/package.opf").decode()
        assert f'<meta property="schema:digitalSourceType">{source}</meta>' in package
        assert credit in book.read("EPUB/cover.xhtml").decode()

    [pdf] = PdfExporter().export(edition)
    keywords = pypdfium2.PdfDocument(pdf.content).get_metadata_dict()["Keywords"]
    assert credit in keywords
    assert source in keywords
    assert b"schema:" not in HtmlExporter().export(small_edition())[0].content
