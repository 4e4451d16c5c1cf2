"""The comments of a project in a file beside the story, to be shared and read."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError

from questfoundry.domain.comment import AuthorComments
from questfoundry.domain.errors import StoreDamagedError
from questfoundry.infra.storage.own_files import read_file, replace_file

FILE = "comments.json"
_MOST_BYTES = 40_000_000


def read_comments(root: Path) -> AuthorComments:
    """All of them; ``StoreDamagedError`` where the file holds something else."""
    content = read_file(root / FILE, within=root, max_bytes=_MOST_BYTES)
    if content is None:
        return AuthorComments()
    try:
        return AuthorComments.model_validate_json(content)
    except ValidationError as problem:
        raise StoreDamagedError(
            f"{str(root / FILE)!r} holds no comments: {problem.errors()[0]['msg']}. Correct it, or "
            "move it away."
        ) from problem


def write_comments(root: Path, comments: AuthorComments) -> None:
    """Keep these."""
    replace_file(root / FILE, f"{comments.model_dump_json(indent=2)}\n", within=root)
