"""The kept plays of a project, and the fewest plays that show everything in its story."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.app.playing.cover_plays import PlaySet, SheetKind, cover_story
from questfoundry.app.playing.kept_play import Replay, keep_play
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import RunStage
from questfoundry.infra.export.play_sheets import format_sheet
from questfoundry.infra.storage.yaml_files import parse_play, read_plays, write_play

if TYPE_CHECKING:
    from questfoundry.composition.wiring.containers import ProjectContainer


@frozen
class ProjectPlays:
    """The plays of a project's story."""

    container: ProjectContainer

    def find_fewest(self) -> PlaySet:
        """Return few plays that show everything; raise ``InputError`` if there is no such set."""
        return cover_story(self.container.load_woven_story())

    def format_sheet(self, kind: SheetKind, plays: PlaySet) -> str:
        """Return ``plays`` as a proofing book, a beta plan, or a voice script."""
        story = self.container.load_woven_story()
        if not story.prose:
            raise InputError("The story has no prose yet.", remedies=(RunStage("fill"),))
        return format_sheet(kind, story, plays)

    def read_choices(self, text: str, name: str) -> tuple[str, ...]:
        """Return the choices (ids) in the file ``name``: a kept play, or a game saved by the page.

        Raise ``InputError`` if a choice is not open.
        """
        replay = Replay(self.container.load_woven_story())
        replay.require_route(parse_play(text, name))
        return replay.choices

    def keep(self, name: str, choices: Sequence[str], *, replace: bool = True) -> str:
        """Keep the play with ``choices`` (ids), and return the place of its file.

        Raise ``InputError`` if a play has the name and ``replace`` is false.
        """
        files = self.container.settings().files
        if not replace and name in read_plays(files):
            raise InputError(f"There is a play {name!r} already. Choose another name.")
        return write_play(files, name, keep_play(self.container.load_woven_story(), choices))
