"""Find the premises of earlier stories: on this computer, and in folders beside a project."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path

from attrs import frozen

from questfoundry.domain.errors import StoreError
from questfoundry.domain.story.publication import SCENE_RECORD
from questfoundry.infra.own_files import PRIVATE, read_file, replace_file

_MOST_LINES = 50

_MAX_BYTES = 100_000


@frozen
class PremiseHistory:
    """The file ``path`` with one line for each story, the newest last: a premise and a project.

    The project is stored as a digest. If the file cannot be read or written, nothing is remembered.
    """

    path: Path

    def list_recent(self, project: Path) -> tuple[str, ...]:
        """Return the premises of stories in other folders than ``project``, the newest last."""
        own = _digest(project)
        lines = [each.split() for each in self._read()]
        return tuple(each[0] for each in lines if len(each) > 1 and each[1] != own)

    def add(self, premise: str, project: Path) -> None:
        """Remember ``premise`` for ``project``, in place of an earlier one."""
        own = _digest(project)
        others = [each for each in self._read() if not each.endswith(own)]
        lines = [*others, f"{premise} {own}"][-_MOST_LINES:]
        with suppress(StoreError):
            replace_file(self.path, "".join(f"{line}\n" for line in lines), mode=PRIVATE)

    def _read(self) -> list[str]:
        with suppress(StoreError):
            content = read_file(self.path, max_bytes=_MAX_BYTES)
            return (content or b"").decode(errors="replace").splitlines()
        return []


def find_history() -> PremiseHistory:
    """Return the history in the user's folder for application state."""
    from platformdirs import user_state_path

    return PremiseHistory(user_state_path("questfoundry") / "draft-premises")


def _digest(project: Path) -> str:
    return sha256(str(project.resolve()).encode(errors="replace")).hexdigest()[:16]


_MOST_STORIES = 100

_VISION = "artifacts/dream.yaml"


def find_used_premises(project: Path) -> frozenset[str]:
    """Return the ids of the premises that stories in sibling folders of ``project`` use."""
    return frozenset(islice(_list_premises(project.resolve()), _MOST_STORIES))


def _list_premises(project: Path) -> Iterator[str]:
    for vision in sorted(project.parent.glob(f"*/{_VISION}")):
        if vision.parents[1] != project:
            # A long style is folded over several lines, and the record has no spaces.
            found = SCENE_RECORD.search(_read(vision))
            if found:
                yield found[1].partition("/")[0]


def _read(path: Path) -> str:
    """Return the text of the file ``path``; an empty text if the file cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
