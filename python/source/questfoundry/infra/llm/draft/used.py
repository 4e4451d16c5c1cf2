"""Find the premises (conflicts with scenes) of the stories in the folders beside a project."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from questfoundry.domain.story.publication import SCENE_RECORD

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
