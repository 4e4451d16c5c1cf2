"""Read and write the author's comments on a project, which are kept in a JSON file."""

from pathlib import Path

from pydantic import ValidationError

from questfoundry.domain.errors import StoreDamagedError
from questfoundry.domain.story.comment import AuthorComments
from questfoundry.infra.own_files import read_file, replace_file

FILE = "comments.json"
_MOST_BYTES = 40_000_000


def read_comments(root: Path) -> AuthorComments:
    """Return the author's comments on the project whose folder is ``root``.

    Raise ``StoreDamagedError`` if the file does not contain comments.
    """
    content = read_file(root / FILE, within=root, max_bytes=_MOST_BYTES)
    if content is None:
        return AuthorComments()
    try:
        return AuthorComments.model_validate_json(content)
    except ValidationError as problem:
        raise StoreDamagedError(
            f"{str(root / FILE)!r} is not a valid comment file: {problem.errors()[0]['msg']}. "
            "Correct it, or move it away."
        ) from problem


def write_comments(root: Path, comments: AuthorComments) -> None:
    """Store ``comments`` in place of all earlier comments; ``root`` is the project folder."""
    replace_file(root / FILE, f"{comments.model_dump_json(indent=2)}\n", within=root)
