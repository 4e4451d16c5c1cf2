"""Provide the data of one open project for its web pages (its desk)."""

import asyncio
import re
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Any, TypeVar

from questfoundry.app.playing.walk import prose_of
from questfoundry.app.story_map.arrange import MapLayout
from questfoundry.app.story_map.story_map import StoryMap
from questfoundry.app.structure.agency import StoryAgency
from questfoundry.app.structure.check import CheckResult
from questfoundry.app.structure.names import insert_names, list_names
from questfoundry.composition.project.project import Project
from questfoundry.domain.errors import InputError
from questfoundry.domain.ids import slug_of
from questfoundry.domain.story.passage import Passage, Structure
from questfoundry.domain.story.size import Range
from questfoundry.domain.story.story import Story
from questfoundry.web.background_task import BackgroundTask
from questfoundry.web.forms import FormSaves
from questfoundry.web.studio_chat import StudioChat

Result = TypeVar("Result")


class ProjectViews:
    """One open project and the data for all its pages.

    All reading of files and computing happens in one worker thread, one call at a time: pages pass
    a function to ``do``, and this function calls the other methods.

    ``pages``: The addresses and names in the menu.
    ``has_invalid_edit``: Whether an edited artifact file is invalid.
    ``layout``: The last map, without a highlighted playthrough, and its layout.
    ``instance``: An id that is different for each opened desk.
    ``home``: Returns a new address of the project list, if there is one.
    ``idea``: The idea that the author entered in the project list.
    ``saves``: The digests of the texts that the forms of the open pages saved last.
    ``is_imported``: Whether the project contains an imported story.
    """

    is_imported = False
    pages: tuple[tuple[str, str], ...] = (
        ("/", "Overview"),
        ("/map", "Map"),
        ("/text", "Text"),
        ("/find", "Find"),
        ("/play", "Play"),
        ("/run", "Generate"),
        ("/chat", "Chat"),
        ("/bible", "Bible"),
        ("/books", "Books"),
        ("/findings", "Findings"),
        ("/hands", "Writers"),
        ("/translations", "Translations"),
    )

    def __init__(self, project: Project, task: BackgroundTask) -> None:
        self.project = project
        self.task = task
        self.instance = secrets.token_hex(8)
        self.saves = FormSaves()
        self.home: Callable[[], str] | None = None
        self.idea = ""
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="desk")
        self.has_invalid_edit = False
        self.layout_lock = asyncio.Lock()
        self.layout: tuple[StoryMap, MapLayout] | None = None
        self._chats: dict[str, StudioChat] = {}
        self._files: object = None
        self._cache: dict[str, tuple[tuple[object, ...], Any]] = {}

    @property
    def name(self) -> str:
        """The project's name from its settings."""
        return self.project.container.settings().name

    async def do(self, work: Callable[[], Result], *, sync: bool = True) -> Result:
        """Run ``work`` in the worker thread; with ``sync``, store edits of artifact files first."""

        def run() -> Result:
            if sync:
                self._take_in_edits()
            return work()

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)

    async def open_chat(self, number: str) -> StudioChat:
        """Return the chat ``number``, opened on first use, or raise ``InputError``."""
        if number not in self._chats:
            opened = await self.do(lambda: StudioChat(self.project, number))
            self._chats.setdefault(number, opened)
        return self._chats[number]

    async def close(self) -> None:
        """Close all chats and shut down the worker thread."""
        for each in self._chats.values():
            await each.close()
        self._thread.shutdown()

    def story(self) -> Story:
        """Return the story of the current artifacts; it is cached until an artifact changes."""
        container = self.project.container
        return self.get_cached(
            "story", lambda: container.registry().story(container.store().artifacts)
        )

    def words(self) -> Mapping[str, Range] | None:
        """Return the words of each passage as ranges, or ``None`` to use the ranges of the plan."""
        return None

    def paragraphs(self, story: Story, passage: Passage, flags: Collection[str]) -> Sequence[str]:
        """Return the paragraphs that a player with ``flags`` reads in ``passage``."""
        return prose_of(story, passage, flags)

    def structure(self) -> Structure:
        """Return the passages and choices; raise ``InputError`` if there are none yet."""
        return self.story().existing_structure

    def titles(self) -> dict[str, str]:
        """Return the title of each passage by its id; a passage without a title has its id."""
        structure = self.story().structure
        return {each.id: each.title or each.id for each in structure.passages} if structure else {}

    def link_neighbours(self, passage: Passage) -> dict[str, str]:
        """Return the ids of the ``previous`` and ``next`` passage in story order, or empty ids."""
        order = ["", *(each.id for each in self.structure().passages), ""]
        place = order.index(passage.id)
        return {"previous": order[place - 1], "next": order[place + 1]}

    def insert_titles(self, text: str, added: Mapping[str, str] = MappingProxyType({})) -> str:
        """Return ``text``; quoted ids of parts of the story are replaced by their names.

        ``added`` has the titles of passages that the story lacks, by id.
        """
        return insert_names(text, {**self.get_cached("names", self._list_names), **added})

    def name_flags(self, text: str) -> str:
        """Return ``text`` with the names of flags in brackets replaced by their meanings."""
        story = self.story()

        def name_flag(found: re.Match[str]) -> str:
            flag = story.flags_by_name.get(found[1])
            return f"“{story.describe_condition(flag)}”" if flag else found[0]

        return re.sub(r"\[([\w-]+)\]", name_flag, text)

    def _list_names(self) -> Mapping[str, str]:
        return list_names(self.story())

    def passage(self, slug: str) -> Passage:
        """Return the passage whose short name in addresses is ``slug``, or raise ``InputError``."""
        found = [each for each in self.structure().passages if slug_of(each.id) == slug]
        if not found:
            raise InputError(
                f"There is no passage {slug!r}. It may have been renamed: look it up on the map."
            )
        return found[0]

    def check(self) -> CheckResult | None:
        """Return the result of the checks, or ``None`` if the story has no structure yet."""
        if self.story().structure is None:
            return None
        return self.get_cached("check", self.project.container.check().execute)

    def measure_agency(self) -> StoryAgency:
        """Return how much the choices of the story matter; the structure must be sound.

        Raise ``InputError`` if the project has no structure yet.
        """
        return self.get_cached("agency", self.project.container.measure_agency().execute)

    def get_cached(self, name: str, make: Callable[[], Result]) -> Result:
        """Return the result of ``make``; it is cached under ``name`` until an artifact changes."""
        versions = self._versions()
        known = self._cache.get(name)
        if known is None or known[0] != versions:
            known = self._cache[name] = (versions, make())
        found: Result = known[1]
        return found

    def _versions(self) -> tuple[object, ...]:
        artifacts = self.project.container.store().artifacts
        found = map(artifacts.current, self.project.container.registry().names)
        return tuple(each.version if each else 0 for each in found)

    def _take_in_edits(self) -> None:
        if self._files != self._file_states():
            self.has_invalid_edit = True
            self.project.take_in_edits()
            self.has_invalid_edit = False
            if not self.task.is_running:  # no edit is read while a run holds the project
                self._files = self._file_states()

    def _file_states(self) -> Mapping[str, object]:
        return self.project.container.settings().files.stamps("artifacts")
