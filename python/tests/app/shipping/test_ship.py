"""SHIP on a project in memory."""

import json
from collections.abc import Sequence
from hashlib import sha256

import pytest
from attrs import evolve

from questfoundry.app.project.status import ProjectStatusUseCase, StageState
from questfoundry.app.shipping.edition import edition_of
from questfoundry.app.shipping.manifest import FindExportUseCase
from questfoundry.app.shipping.ship import ShipResult, ShipUseCase
from questfoundry.domain.errors import FormatError, InputError, UsageError
from questfoundry.domain.finding import Finding
from questfoundry.domain.protocols.exporter import (
    AssetSource,
    ExportedFile,
    NoAssets,
    StoryExporter,
    StoryIdentity,
    build_loss,
)
from questfoundry.domain.remedy import RunStage
from questfoundry.domain.story.asset import Asset, AssetProblem
from questfoundry.domain.story.publication import Publication
from questfoundry.domain.story.report import Edition
from questfoundry.infra.export.markdown import ReportFiles
from questfoundry.infra.storage.project_workspace import FileExportFolder
from questfoundry.testing.memory import InMemoryProjectFiles
from tests.support.editions import IFID, REPORTS
from tests.support.small_story import made_until, story_of
from tests.support.stage_runs import PennyPrices, Workshop
from tests.support.written_story import prose_for, write, written


class Titles(StoryExporter):
    """An exporter of one file with the title and the prose of the start."""

    def __init__(self, form: str, name: str) -> None:
        self.format = form
        self._name = name
        self.editions: list[Edition] = []

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        self.editions.append(edition)
        text = f"{edition.title}: {edition.prose[edition.structure.start]}"
        return [ExportedFile(self._name, text.encode())]


class Narrow(StoryExporter):
    """An exporter for a format that can hold none of these stories."""

    format = "narrow"

    def export(self, edition: Edition) -> Sequence[ExportedFile]:
        raise FormatError("It has no letters. Take another format.")


class Known(StoryIdentity):
    def __init__(self) -> None:
        self.asked = 0

    def ifid(self) -> str:
        self.asked += 1
        return IFID


class Press:
    """A project with its exporters and its export folder."""

    def __init__(self, workshop: Workshop, *exporters: StoryExporter) -> None:
        self.workshop = workshop
        self.files = InMemoryProjectFiles()
        self.folder = FileExportFolder(self.files, "")
        self.identity = Known()
        self.page = Titles("html", "page.html")
        self.assets: AssetSource = NoAssets()
        self.exporters = exporters or (self.page, Titles("md", "copy.md"))

    def ship(self, *formats: str, language: str = "en", author: str = "") -> ShipResult:
        return ShipUseCase(
            registry=self.workshop.registry,
            store=self.workshop.store,
            prices=PennyPrices(),
            exporters=self.exporters,
            reports=ReportFiles(),
            identity=self.identity,
            folder=self.folder,
            language=language,
            publication=lambda: Publication(author=author),
            assets=self.assets,
        ).execute(formats)

    @property
    def state(self) -> tuple[StageState, tuple[str, ...], str]:
        """Return the state of SHIP, the changed stages and the next step."""
        status = ProjectStatusUseCase(
            registry=self.workshop.registry, store=self.workshop.store, exports=self.folder
        ).execute()
        [ship] = [each for each in status.stages if each.stage == "ship"]
        return ship.state, ship.changed, status.next_step


@pytest.fixture
async def press() -> Press:
    return Press(await written())


def write_anew(press: Press) -> None:
    prose = prose_for(story_of(press.workshop))
    write(press.workshop.store, {name: f"{each} Again." for name, each in prose.items()})


def test_every_format_a_report_and_a_manifest_are_written(press: Press) -> None:
    """The manifest tells later runs which files belong to which version of the story. (SHP-1.1)"""
    shipped = press.ship()

    names = ["page.html", "copy.md", *REPORTS]
    assert [file.path for file in shipped.files] == names
    assert [file.format for file in shipped.files] == ["html", "md", *["report"] * len(REPORTS)]
    assert [*press.files.contents] == [*names, "manifest.json"]
    manifest = json.loads(press.files.contents["manifest.json"])
    assert manifest["ifid"] == IFID
    assert list(manifest["made_from"]) == ["dream", "brainstorm", "seed", "grow", "fill"]
    assert {each["name"]: each["sha256"] for each in manifest["files"]} == {
        name: sha256(press.files.contents[name]).hexdigest() for name in names
    }


def test_the_edition_is_the_story_with_its_prose_and_its_number(press: Press) -> None:
    """Exporters see only the edition, so a missing field is missing in every format."""
    press.ship(language="pt-BR")

    [edition] = press.page.editions
    story = story_of(press.workshop)
    assert (edition.ifid, edition.language) == (IFID, "pt-BR")
    assert (edition.title, edition.hook) == (story.title, story.hook)
    assert edition.structure == story.structure
    assert edition.prose == prose_for(story)
    assert edition.flags["flag::the-last-air-default-1"] == "Ilk owes Mara his life."


def test_what_was_shipped_of_another_publication_is_of_an_earlier_story(press: Press) -> None:
    """Files with an old author or licence must not stay among the new files. (SHP-9.1, SHP-3.3)"""
    assert press.ship().removed == ()
    assert "publication" not in json.loads(press.files.contents["manifest.json"])
    assert press.ship("html", author="Ann").removed == ("md",)
    assert press.page.editions[-1].publication.author == "Ann"
    assert "copy.md" not in press.files.contents
    assert press.ship("md", author="Ann").removed == ()
    assert {"copy.md", "page.html"} <= press.files.contents.keys()


def test_quotation_marks_are_set_where_the_author_wants_it(press: Press) -> None:
    """Typographic quotes change every byte of the prose, so they are optional."""
    story = story_of(press.workshop)
    story = evolve(story, prose=dict.fromkeys(story.prose, '"It\'s so."'))
    wanted = Publication(typographic_quotes=True)
    plain = edition_of(story, ifid=IFID, language="en")
    made = edition_of(story, ifid=IFID, language="en", publication=wanted)
    assert set(plain.prose.values()) == {'"It\'s so."'}
    assert set(made.prose.values()) == {"\u201cIt\u2019s so.\u201d"}


def test_only_the_wanted_formats_are_written_and_twice_the_same(press: Press) -> None:
    """Who names a format does not want the others; equal files keep stale checks quiet."""
    shipped = press.ship("md", "md")
    assert [file.format for file in shipped.files] == ["md", *["report"] * len(REPORTS)]

    with pytest.raises(InputError, match=r"no format 'pdf'. The formats are html, md\.$"):
        press.ship("pdf")

    press.ship()
    first = dict(press.files.contents)
    press.ship()
    assert press.files.contents == first


async def test_a_story_without_passages_is_not_shipped() -> None:
    """Shipping an empty story would also use up its IFID."""
    press = Press(await made_until("seed"))
    with pytest.raises(InputError, match="no passages yet"):
        press.ship()
    assert press.identity.asked == 0
    assert press.files.contents == {}


async def test_an_unsound_structure_is_not_shipped(press: Press) -> None:
    """Readers must not get a story that they cannot finish. (SHP-2.2)"""
    grow = press.workshop.current("grow")
    passages = [dict(each) for each in grow.data["passages"]]
    broken = [each | {"choices": []} for each in passages]
    press.workshop.store.artifacts.add(
        "grow",
        {**grow.data, "passages": broken},
        made_from=grow.made_from,
        origin="edit",
        created_at=grow.created_at,
    )
    with pytest.raises(InputError) as caught:
        press.ship()
    lines = str(caught.value).splitlines()
    assert lines[0] == "The structure is not proven sound, so the story is not shipped:"
    assert any(line.startswith("  passage::") for line in lines)
    assert lines[-3].startswith("  and ")
    assert lines[-1].startswith("See all problems of the structure")


def test_a_passage_without_prose_is_named(press: Press) -> None:
    """A published story with an empty passage looks broken."""
    prose = prose_for(story_of(press.workshop))
    first, second = list(prose)[:2]
    del prose[first]
    prose[second] = " \n"
    write(press.workshop.store, prose)
    with pytest.raises(InputError) as caught:
        press.ship()
    message = str(caught.value)
    assert message.startswith(f"2 of {len(prose) + 1} passages have no prose:")
    assert f"  {first}\n  {second}\nRun the stage fill." in message


def test_an_exporter_may_not_take_the_name_of_another_file(press: Press) -> None:
    """A plug-in exporter must not overwrite the manifest or leave the folder."""
    for name in ("report.md", "manifest.json"):
        press.exporters = (Titles("mine", name),)
        with pytest.raises(UsageError, match="Two exported files are named"):
            press.ship()
    for name in ("../page.html", "", ".hidden", "a\\b", "a\nb", "c:d"):
        press.exporters = (Titles("mine", name),)
        with pytest.raises(UsageError, match="cannot name an exported file"):
            press.ship()
    assert press.files.contents == {}


def test_what_was_shipped_is_stale_when_the_story_changed(press: Press) -> None:
    """Authors need to know that their published files are out of date. (SHP-3.1)"""
    assert press.state == (StageState.MISSING, (), RunStage("ship"))
    press.ship()
    assert press.state == (StageState.READY, (), None)

    write_anew(press)
    assert press.state == (StageState.STALE, ("fill",), RunStage("ship"))
    press.ship()
    assert press.state == (StageState.READY, (), None)


async def test_before_there_is_prose_nothing_is_said_of_shipping() -> None:
    """Shipping is no next step while the story has no prose. (SHP-3.1)"""
    workshop = await made_until("grow")
    status = ProjectStatusUseCase(
        registry=workshop.registry,
        store=workshop.store,
        exports=FileExportFolder(InMemoryProjectFiles()),
    ).execute()
    assert [each.stage for each in status.stages] == ["dream", "brainstorm", "seed", "grow"]


def test_files_of_the_same_story_stay_in_the_manifest(press: Press) -> None:
    """Shipping one format must not drop the other formats of the same story."""
    press.ship()
    press.ship("md")
    manifest = json.loads(press.files.contents["manifest.json"])
    names = sorted(each["name"] for each in manifest["files"])
    assert names == sorted(("copy.md", "page.html", *REPORTS))
    assert set(press.files.contents) == {*names, "manifest.json"}


def test_files_of_an_earlier_story_are_removed_unless_somebody_changed_them(press: Press) -> None:
    """Old exports confuse. (SHP-3.3)"""
    press.exporters = (*press.exporters, Titles("old", "old.txt"), Titles("mine", "mine.txt"))
    press.ship()
    press.files.contents["mine.txt"] = b"my notes"
    press.files.contents["other.txt"] = b"not ours"
    write_anew(press)
    press.ship("md")

    assert set(press.files.contents) == {
        *("copy.md", *REPORTS, "manifest.json", "mine.txt", "other.txt")
    }


@pytest.mark.parametrize("content", [b"", b"{", b'{"files": [{"name": "../x"}]}', b"\xff"])
def test_a_manifest_that_cannot_be_read_counts_as_none(press: Press, content: bytes) -> None:
    """A damaged or hostile manifest must not stop shipping or delete files elsewhere."""
    press.files.contents["manifest.json"] = content
    assert press.state[0] is StageState.MISSING
    press.ship()
    assert press.state[0] is StageState.READY


def test_the_html_is_found_where_it_was_shipped(press: Press) -> None:
    """The play command needs the page or advice on how to make one."""
    find = FindExportUseCase(folder=press.folder)
    with pytest.raises(InputError, match="Run the stage ship"):
        find.execute()
    press.ship()
    assert find.execute() == "page.html"
    press.folder.remove("page.html")
    with pytest.raises(InputError, match="no HTML yet"):
        find.execute()


def test_the_report_counts_the_story_and_what_it_took(press: Press) -> None:
    """Authors quote these numbers, so they must match structure, prose and journal."""
    report = press.ship().report

    story = story_of(press.workshop)
    structure = story.existing_structure
    assert report.passages == len(structure.passages)
    assert report.choices == len(structure.choices)
    assert report.words == sum(len(text.split()) for text in prose_for(story).values())
    assert report.arcs == 4
    assert sum(each.arcs or 0 for each in report.endings) == 4
    assert [use.stage for use in report.stages] == ["dream", "brainstorm", "seed", "grow"]
    entries = [
        entry
        for run in press.workshop.store.runs.list()
        for entry in press.workshop.store.journal.entries(run.id)
    ]
    assert report.usage.calls == len(entries)
    tokens = sum(entry.usage.total_tokens for entry in entries)
    assert (report.usage.total_tokens, report.cost) == (
        tokens,
        PennyPrices().cost("", report.usage),
    )


def test_a_format_that_cannot_hold_the_story_does_not_stop_the_others(press) -> None:
    """A format that fails must cost the author only its own files. (SHP-1.2)"""
    press.exporters = (Narrow(), press.page)
    for formats in ((), ("narrow", "html")):
        shipped = press.ship(*formats)
        assert {file.format for file in shipped.files} >= {"html"}
        assert "narrow" not in {file.format for file in shipped.files}
        [finding] = shipped.findings
        assert (finding.rule, finding.place) == ("export.left-out", "narrow")
        assert "no letters" in finding.fix
        assert shipped.failed == tuple(each for each in formats if each == "narrow")
    with pytest.raises(FormatError):
        press.ship("narrow")


class Shelf(AssetSource):
    """A source with a small picture, whose bytes a test may change."""

    content = b"one"

    def read(self, name: str) -> Asset | AssetProblem:
        if name == "map.png":
            return Asset(self.content, "image/png")
        return AssetProblem(f"There is no file {name!r}.", "Add it.")


def test_pictures_reach_the_exporters_and_lost_ones_the_author(press) -> None:
    """A changed picture makes other files, and a lost one is a warning. (PRS-14.2)"""
    shelf = press.assets = Shelf()
    prose = prose_for(story_of(press.workshop))
    name = next(iter(prose))
    prose[name] = f"{prose[name]}\n\n![A map](assets/map.png)\n\n![B](assets/lost.png)"
    write(press.workshop.store, prose)
    problems = [each.problem for each in press.ship().findings]
    assert problems == ["There is no file 'lost.png'."]
    assert press.page.editions[-1].assets == {"map.png": Asset(b"one", "image/png")}
    before = press.folder.read("manifest.json")
    shelf.content = b"two"
    press.ship()
    assert press.folder.read("manifest.json") != before


class Silent(Titles):
    """An exporter that leaves the sounds out."""

    def list_losses(self, edition: Edition) -> Sequence[Finding]:
        return [build_loss(self.format, "It has no sounds.", "Choose another format.")]


def test_a_format_says_what_it_leaves_out(press) -> None:
    """Authors must learn from the export what readers of a format miss. (SHP-1.2)"""
    press.exporters = (Silent("mute", "mute.txt"), press.page)
    assert [each.problem for each in press.ship().findings] == ["It has no sounds."]
    assert not press.ship("html").findings
