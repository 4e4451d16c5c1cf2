"""The paths of a project's files, the shipped prompts, and the user's model and state files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.domain.errors import SettingsError

if TYPE_CHECKING:
    from questfoundry.domain.protocols.files import ProjectFiles
    from questfoundry.infra.llm.gguf.models import LocalModel


SOURCE = "source"
"""The folder of an imported story among the files of its project."""

DEFAULT_TENANT = "default"
"""The owner of the projects in a database by default."""

_PACKAGE = Path(__file__).resolve().parents[2]


class _Below:
    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, paths: ProjectPaths, _: object) -> Path:
        return paths.root / self._name


@frozen
class ProjectPaths:
    """The paths of a project's files and folders below ``root``.

    ``settings`` is the author's ``project.yaml``. ``cache`` can be rebuilt from ``database``.
    ``source`` has the files of an imported story. ``prompts`` has files that replace shipped
    prompts.
    """

    root: Path

    settings = _Below("project.yaml")
    database = _Below("story.db")
    cache = _Below(".cache")
    artifacts = _Below("artifacts")
    source = _Below(SOURCE)
    exports = _Below("exports")
    prompts = _Below("prompts")
    logs = _Below("logs")

    @property
    def files(self) -> ProjectFiles:
        """Return all files of the project in the folder."""
        from questfoundry.infra.storage.folder_files import FolderProjectFiles

        return FolderProjectFiles(self.root)

    @property
    def hold_project(self) -> bool:
        """Return whether the folder contains a project's settings or database."""
        return self.settings.exists() or self.database.exists()


def project_folder(given: Path | None, env: Mapping[str, str]) -> Path:
    """Return the project's folder: ``given``, else ``QF_PROJECT``, else the current folder."""
    named = env.get("QF_PROJECT", "").strip()
    return given or Path(named or ".")


def database_url(given: str, env: Mapping[str, str]) -> str:
    """Return the URL of the database: ``given``, else ``QF_DATABASE_URL``; empty for a folder."""
    return given or env.get("QF_DATABASE_URL", "").strip()


def tenant_name(given: str, env: Mapping[str, str]) -> str:
    """Return the owner of projects in a database: ``given``, else ``QF_TENANT``, else default."""
    return given or env.get("QF_TENANT", "").strip() or DEFAULT_TENANT


def find_prompts(package: Path = _PACKAGE) -> Path:
    """Return the folder of the shipped prompts; raise ``SettingsError`` if there is none."""
    for folder in (package / "_prompts", package.parents[2] / "prompts"):
        if folder.is_dir():
            return folder
    raise SettingsError(
        f"This installation contains no prompts ({package}). Reinstall questfoundry, or set "
        "QF_PROMPTS_DIR to a folder with prompts."
    )


def models_folder() -> Path:
    """Return the folder of downloaded model files in the user's cache."""
    from platformdirs import user_cache_path

    return user_cache_path("questfoundry") / "models"


def list_local_models() -> tuple[LocalModel, ...]:
    """Return the downloaded models, and the bundled model if it is installed."""
    from questfoundry.infra.llm.gguf.models import list_models

    return list_models(models_folder())


def find_local_model(name: str) -> Path:
    """Return the file of a local model; the ``SettingsError`` for an unknown name lists all."""
    from questfoundry.infra.llm.gguf.models import find_model

    return find_model(name, models_folder())


async def fetch_local_model(name: str, on_progress: Callable[[int, int], None]) -> Path:
    """Download a model and return its path; ``on_progress`` gets the bytes so far and in total."""
    from questfoundry.infra.llm.gguf.pull import pull_model

    return await pull_model(name, models_folder(), on_progress)


_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>The desk</title>'
    '<meta name="referrer" content="no-referrer"><meta http-equiv="refresh" content="0;url={0}">'
    '<p><a href="{0}">Open the desk</a></p></html>\n'
)


@contextmanager
def forwarding_file(address: str) -> Iterator[Path]:
    """Yield a file, readable only by the user, that leads a browser to ``address``.

    Everybody on the computer can read the arguments of a browser. So the browser gets the path of
    this file instead of the address with its token. The file is removed at the end. Raise
    ``StoreError`` if the file cannot be written.
    """
    import secrets
    from html import escape

    from platformdirs import user_state_path

    from questfoundry.infra.own_files import PRIVATE, replace_file

    path = user_state_path("questfoundry") / "desk" / f"{secrets.token_hex(8)}.html"
    replace_file(path, _PAGE.format(escape(address)), mode=PRIVATE, durable=False)
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)
