"""Tests of the report files."""

import json
from decimal import Decimal
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from markdown_it import MarkdownIt

from questfoundry.domain.chat.usage import Usage
from questfoundry.domain.models.traits import licence_note
from questfoundry.domain.story.report import EndingShare, ReportedFinding, StageUse, StoryReport
from questfoundry.infra.export.markdown import ReportFiles
from questfoundry.testing import ReportWriterContract
from tests.strategies.hostile import hostile_text
from tests.support.editions import IFID

LOCAL, HOSTED = "local/smollm2-135m", "openai/gpt-4o"
REPORT = StoryReport(
    title="The Drowned Ledger",
    ifid=IFID,
    language="en",
    words=12_345,
    passages=40,
    choices=55,
    arcs=3,
    endings=(
        EndingShare(id="ending::won", name="Dry land", arcs=2),
        EndingShare(id="ending::lost", name="Below", arcs=1),
    ),
    stages=(
        StageUse(
            stage="dream",
            models=(LOCAL,),
            usage=Usage(input_tokens=1_000, output_tokens=200, calls=3),
            seconds=12.34,
            cost=Decimal(0),
        ),
        StageUse(
            stage="seed",
            models=(LOCAL, HOSTED),
            usage=Usage(input_tokens=3_000, output_tokens=400, calls=6),
            seconds=7.0,
            cost=Decimal("0.0125"),
        ),
    ),
    licences={LOCAL: licence_note(LOCAL), HOSTED: licence_note(HOSTED)},
    findings=(ReportedFinding(passage="The Desk", problem="Time: it is night already."),),
)


class TestReportFiles(ReportWriterContract):
    @pytest.fixture
    def writer(self) -> ReportFiles:
        return ReportFiles()

    @pytest.fixture
    def report(self) -> StoryReport:
        return REPORT


def text_of(report: StoryReport) -> str:
    return ReportFiles().write(report)[0].content.decode()


def document_of(report: StoryReport) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ReportFiles().write(report)[1].content)
    return found


def test_people_read_the_numbers() -> None:
    """Authors read the report as Markdown, so each number needs its label and unit. (SHP-6.3)"""
    text = text_of(REPORT)
    for line in (
        "- Words: 12,345",
        "- Dry land: 2 of 3 playthroughs (66.7 %)",
        "- Below: 1 of 3 playthroughs (33.3 %)",
        "| dream | local/smollm2-135m | 3 | 1,000 | 200 | 12.3 | no cost |",
        "| seed | local/smollm2-135m, openai/gpt-4o | 6 | 3,000 | 400 | 7.0 | $0.0125 |",
        "Total: 9 calls, 4,600 tokens, $0.0125.",
        "- local/smollm2-135m: SmolLM2-135M-Instruct; its weights are under Apache-2.0.",
        "- openai/gpt-4o: Not known to QuestFoundry; see the terms of the model and of its "
        "provider.",
    ):
        assert line in text.splitlines()


def test_programs_read_the_same() -> None:
    """Programs need the same numbers as exact values, not as formatted text. (SHP-6.3)"""
    document = document_of(REPORT)
    assert document["endings"][0] == {"id": "ending::won", "name": "Dry land", "arcs": 2}
    assert document["stages"][1]["models"] == [LOCAL, HOSTED]
    assert (document["tokens"], document["cost"], document["arcs"]) == (4_600, 0.0125, 3)
    assert document["licences"] == dict(REPORT.licences)
    found = [{"passage": "The Desk", "problem": "Time: it is night already."}]
    assert document["findings"] == found


def test_what_is_still_said_of_the_prose_is_told_where_there_is_something() -> None:
    """Problems are known."""
    assert "## Possible improvements\n\n- The Desk: Time: it is night already." in text_of(REPORT)
    assert "mended" not in text_of(evolve(REPORT, findings=()))


def test_what_is_unknown_is_said_to_be() -> None:
    """An unknown cost must not appear as zero."""
    stages = (REPORT.stages[0], evolve(REPORT.stages[1], cost=None))
    endings = tuple(evolve(each, arcs=None) for each in REPORT.endings)
    unknown = evolve(REPORT, stages=stages, endings=endings, arcs=None)
    text = text_of(unknown)
    assert "- Playthroughs: not counted: the story has loops" in text
    assert "4,600 tokens, cost unknown." in text
    assert (document_of(unknown)["cost"], document_of(unknown)["arcs"]) == (None, None)
    assert "No model calls are recorded." in text_of(evolve(REPORT, stages=(), licences={}))


def test_arcs_beyond_all_floats_have_shares() -> None:
    """The number of playthroughs can exceed every float, and dividing such floats would fail."""
    endings = (evolve(REPORT.endings[0], arcs=10**400), evolve(REPORT.endings[1], arcs=10**400))
    assert text_of(evolve(REPORT, arcs=2 * 10**400, endings=endings)).count("(50.0 %)") == 2


@given(hostile_text())
def test_names_are_data(text: str) -> None:
    """A title with markup must not change the structure of the report."""
    named = evolve(
        REPORT,
        title=text,
        endings=tuple(evolve(each, name=text) for each in REPORT.endings),
        licences={text: "Known."},
        findings=(ReportedFinding(passage=text, problem=text),),
        stages=tuple(evolve(each, models=(text,)) for each in REPORT.stages),
    )
    parser = MarkdownIt("gfm-like", {"linkify": False})
    kinds = [token.type for token in parser.parse(text_of(named))]
    assert kinds == [
        token.type for token in parser.parse(text_of(evolve(REPORT, licences={"x": "y"})))
    ]
    assert document_of(named)["title"] == text
