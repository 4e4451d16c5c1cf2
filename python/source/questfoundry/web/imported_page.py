"""Serve an imported story, read from its own files: overview, passages, rewriting, export."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, cast

from attrs import evolve

from questfoundry.app.playing.playable_import import PlayableImport
from questfoundry.app.structure.check import CheckResult
from questfoundry.composition.project.import_material import export_source
from questfoundry.composition.registries.formats import check_foreign_story
from questfoundry.composition.settings.paths import SOURCE
from questfoundry.domain.errors import InputError
from questfoundry.domain.finding import Finding
from questfoundry.domain.ids import slug_of
from questfoundry.domain.protocols.exporter import StorySource
from questfoundry.domain.protocols.files import ProjectFiles
from questfoundry.domain.story.foreign.story import ForeignStory
from questfoundry.domain.story.passage import Passage
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.source_text import FilePlace, Located, SourceText
from questfoundry.domain.story.story import Story
from questfoundry.web.background_task import PlannedTask, TaskOutcome
from questfoundry.web.project_views import ProjectViews
from questfoundry.web.rendering import (
    ActionResult,
    PageRequest,
    action,
    async_action,
    page,
    render_page,
)


class ImportedViews(ProjectViews):
    """The data for the pages of an imported story, which has no stages."""

    is_imported = True
    pages = (("/", "Overview"), ("/map", "Map"), ("/play", "Play"), ("/findings", "Findings"))

    def load_story(self) -> PlayableImport:
        """Return the imported story; read it again only if a file in ``source/`` has changed."""
        return self.get_cached("shown", lambda: PlayableImport.from_story(self._source.story()))

    def story(self) -> Story:
        """Return the passages, choices and endings that QuestFoundry understood in the story."""
        return self.load_story().story

    def check(self) -> CheckResult:
        """Return the result of the checks; findings refer to passages by their numbered ids."""
        return self.get_cached("check", self._run_checks)

    def words(self) -> Mapping[str, Range]:
        """Return the known word counts, as ranges of one value, by the numbered ids of passages."""
        shown = self.load_story()
        counts = shown.found.words.items()
        return {shown.ids[name]: Range(count, count) for name, count in counts if name in shown.ids}

    def text(self, passage: str) -> SourceText:
        """Return the source text of a passage as its file contains it."""
        return self._source.text(self.load_story().names[passage])

    def paragraphs(self, _: Story, passage: Passage, __: Collection[str]) -> Sequence[str]:
        """Return the paragraphs of the passage's source text, including code; ignore the flags."""
        return [each for each in self.text(passage.id).text.split("\n\n") if each.strip()]

    @property
    def _source(self) -> StorySource:
        source = self.project.container.source()
        if source is None:
            raise InputError("The project's folder source/ is missing. Import the story again.")
        return source

    def _run_checks(self) -> CheckResult:
        shown = self.load_story()
        result = check_foreign_story(shown.found)

        def with_passage_id(each: Located[Finding]) -> Located[Finding]:
            place = shown.ids.get(each.item.place, each.item.place)
            return evolve(each, item=evolve(each.item, place=place))

        return evolve(result, findings=tuple(map(with_passage_id, result.findings)))

    def _versions(self) -> tuple[object, ...]:
        return tuple(self.project.container.settings().files.stamps(SOURCE).items())


@page("/", "imported.html")
def show_overview(request: PageRequest) -> dict[str, Any]:
    shown, files = _views(request).load_story(), request.views.project.container.settings().files
    structure = shown.story.existing_structure
    return {
        "story": shown.story,
        "passages": len(structure.passages),
        "choices": len(structure.choices),
        "words": sum(shown.found.words.values()),
        "unmodelled": list(_list_unmodelled(shown.found, files)),
        "files": [each.removeprefix(f"{SOURCE}/") for each in files.names(SOURCE)],
        "folder": files.place(SOURCE),
        "exports": files.place("exports"),
        "exported": "exported" in request.query,
    }


@page("/passage/{slug}", "imported_passage.html")
def show_passage(request: PageRequest) -> dict[str, Any]:
    """Show the source text of a passage, its place in its file, and its choices."""
    views, here, shown = _views(request), request.passage, _views(request).load_story()
    structure, name = shown.story.existing_structure, shown.names[here.id]
    files = views.project.container.settings().files
    return {
        "passage": here,
        "text": views.text(here.id),
        "place": _describe_place(shown.found.places.get(name), files),
        "words": shown.found.words.get(name),
        "unmodelled": list(_list_unmodelled(shown.found, files, name)),
        "titles": views.titles(),
        "choices": structure.outgoing_choices(here.id),
        "comes_from": tuple(
            dict.fromkeys(each.source for each in structure.incoming_choices(here.id))
        ),
        **views.link_neighbours(here),
        "route": request.query.get("route"),
    }


@action("/passage/{slug}/rewrite")
def rewrite(request: PageRequest) -> ActionResult:
    views, address = _views(request), f"/passage/{request.slug}"
    name = views.load_story().names[request.passage.id]

    async def work() -> TaskOutcome:
        rewriting = views.project.container.rewrite_source()
        await rewriting.execute(name, request.form.get("note"))
        return TaskOutcome(text=f"Rewrote “{name}”. Its code is unchanged.", address=address)

    return PlannedTask(title=f"Rewriting “{name}”", work=work, page=address)


@async_action("/run", method="GET")
async def show_run(request: PageRequest) -> ActionResult:
    task = request.views.task
    return render_page(request.http, "running.html", task=task) if task.title else "/"


@action("/undo")
def undo(request: PageRequest) -> ActionResult:
    undone = request.views.project.container.undo_rewrite().execute()
    return f"/passage/{slug_of(_views(request).load_story().ids[undone.passage])}"


@action("/ship")
def export(request: PageRequest) -> ActionResult:
    container = request.views.project.container
    if source := container.source():
        export_source(source, container.settings().files)
    return "/?exported=yes#files"


def _views(request: PageRequest) -> ImportedViews:
    # The routes of these pages belong to imported stories only.
    return cast(ImportedViews, request.views)


def _list_unmodelled(
    found: ForeignStory, files: ProjectFiles, passage: str | None = None
) -> Iterator[tuple[str, str]]:
    for each in found.unmodelled:
        if passage in {None, each.passage}:
            yield _describe_place(each.place, files), each.what


def _describe_place(place: FilePlace | None, files: ProjectFiles) -> str:
    if place is None:
        return ""
    name = place.file.removeprefix(files.place(SOURCE)).replace("\\", "/").lstrip("/")
    return f"{name}, line {place.line}"
