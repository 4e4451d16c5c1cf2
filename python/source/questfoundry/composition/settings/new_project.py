"""Create a new project: a folder with a commented ``project.yaml``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import resources
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING

from questfoundry.composition.settings.file_values import is_language
from questfoundry.composition.settings.paths import ProjectPaths
from questfoundry.composition.settings.project_file import ProjectFile
from questfoundry.composition.settings.trust import trust_as_made_here
from questfoundry.domain.errors import InputError
from questfoundry.domain.remedy import SimpleAction
from questfoundry.domain.run.modes import ProseMode
from questfoundry.infra.own_files import replace_file
from questfoundry.infra.storage.project_file import SETTINGS as SETTINGS
from questfoundry.infra.storage.project_file import read_project_file, update_keys
from questfoundry.infra.storage.project_workspace import CONTEXT, PATHS, WRITABLE

if TYPE_CHECKING:
    from questfoundry.domain.protocols.files import ProjectFiles
    from questfoundry.domain.story.size import Size

_IGNORED = """\
# Local files of QuestFoundry. The accepted artifacts are in artifacts/.
story.db*
.qf.lock*
logs/
"""
REMOVED = "Nothing was begun, so the new project was removed again."
"""The message about a project that ``remove_unless_kept`` has removed."""

_MAX_NAME_LENGTH = 100
_MAX_IDEA_LENGTH = 60


def folder_name(name: str) -> str:
    """Return the folder name for a project called ``name``: lower case, words joined by hyphens.

    Raise ``InputError`` for a name without letters or digits, with a slash, or of over 100
    characters.
    """
    if "/" in name or "\\" in name:
        raise InputError(
            f"The name {name!r} contains a path separator. Use a name without / and \\, and name "
            "the folder separately.",
            remedies=(SimpleAction.CHOOSE_FOLDER,),
        )
    slug = re.sub(r"[\W_]+", "-", name.casefold()).strip("-")
    if not slug or len(name) > _MAX_NAME_LENGTH or not name.isprintable():
        raise InputError(
            f"{name[:_MAX_NAME_LENGTH]!r} is not a valid project name. Use letters or "
            f"digits, on one line, with at most {_MAX_NAME_LENGTH} characters."
        )
    return slug


def folder_of_idea(idea: str) -> str:
    """Return a folder name of at most 60 characters, made of the first words of ``idea``."""
    words = re.sub(r"[\W_]+", "-", idea.casefold()).strip("-")
    if len(words) > _MAX_IDEA_LENGTH:
        words = words[: _MAX_IDEA_LENGTH + 1].rpartition("-")[0] or words[:_MAX_IDEA_LENGTH]
    return words or "story"


def create_project(
    folder: Path,
    name: str,
    *,
    language: str | None = None,
    size: Size | None = None,
    contents: Iterable[tuple[str, str | bytes]] = (),
) -> ProjectPaths:
    """Create a project in ``folder``, which may exist but must not contain a project yet.

    ``size`` is the size of the story; ``contents`` are the paths and contents of the project's
    first files. Raise ``InputError`` for an existing project, an invalid name
    or an invalid language, and ``StoreError`` if the folder cannot be written.
    """
    settings, paths = _choose_settings(name, language, size), ProjectPaths(folder)
    if paths.settings.exists():
        raise _existing_project_error(str(folder))
    ignore = folder / ".gitignore"
    if not ignore.exists():
        replace_file(ignore, _IGNORED)
    for each in WRITABLE:
        (folder / each).mkdir(exist_ok=True)
    trust_as_made_here(folder)
    _write_files(paths.files, settings, contents)
    return paths


def create_project_files(
    files: ProjectFiles,
    name: str,
    *,
    language: str | None = None,
    size: Size | None = None,
    contents: Iterable[tuple[str, str | bytes]] = (),
) -> None:
    """Create a project as ``files``, as :func:`create_project` does in a folder."""
    settings = _choose_settings(name, language, size)
    if files.names(SETTINGS):
        raise _existing_project_error(files.place(""))
    _write_files(files, settings, contents)


def set_prose_mode(files: ProjectFiles, mode: ProseMode) -> None:
    """Store who writes the words that players read in ``project.yaml``, if it differs there."""
    document = read_project_file(files)
    if document.data.get("prose", ProseMode.MODEL) != mode:
        files.replace(SETTINGS, update_keys(document.text, {"prose": mode.value}))


def _choose_settings(name: str, language: str | None, size: Size | None) -> dict[str, str]:
    folder_name(name)
    settings = {"name": name.strip(), "language": language or ProjectFile().language}
    if size:
        settings["size"] = size.value
    if not is_language(settings["language"]):
        raise InputError(f"{language!r} is not a language code. Write, for example, en or pt-BR.")
    return settings


def _existing_project_error(place: str) -> InputError:
    return InputError(
        f"{place!r} is already a project. Work in it, or choose another name.",
        remedies=(SimpleAction.CHOOSE_FOLDER,),
    )


def _write_files(
    files: ProjectFiles, settings: Mapping[str, str], contents: Iterable[tuple[str, str | bytes]]
) -> None:
    template = resources.files(__package__).joinpath("project_template.yaml")
    for name, text in ((CONTEXT, ""), (PATHS, '{"paths": []}\n')):
        if not files.names(name):
            files.replace(name, text)
    for name, content in contents:
        files.replace(name, content)
    # Written last, because this file makes a project of the files; until then, a retry continues.
    files.replace(SETTINGS, update_keys(template.read_text(encoding="utf-8"), settings))


@contextmanager
def remove_unless_kept(paths: ProjectPaths, is_kept: Callable[[], bool]) -> Iterator[None]:
    """Return a context in which a new project can be created, and removed again after an error.

    Only files that ``create_project`` and the opening of a project write are removed, and only if
    they were missing before. An existing project stays, and so does a project for which ``is_kept``
    returns true.
    """
    if paths.hold_project:
        yield
        return
    database, own = paths.database, (paths.root / name for name in (".gitignore", CONTEXT, PATHS))
    logs = [paths.logs] if not paths.logs.exists() else []
    stored = [database.with_name(f"{database.name}{end}") for end in ("", "-wal", "-shm", ".id")]
    files = [paths.settings, *stored, paths.root / ".qf.lock", *own]
    added = [each for each in files if not each.exists()]
    folders = [*(paths.root / name for name in WRITABLE), paths.artifacts, paths.root]
    empty = [each for each in folders if not each.exists()]
    try:
        yield
    except BaseException:
        if not is_kept():
            _remove(added, empty, logs)
        raise


def _remove(added: Iterable[Path], empty: Iterable[Path], logs: Iterable[Path]) -> None:
    """Remove the files ``added``, the folders ``empty`` if they are empty, and the logs."""
    for file in added:
        with suppress(OSError):
            file.unlink()
    for folder in logs:
        rmtree(folder, ignore_errors=True)
    for folder in empty:
        with suppress(OSError):
            folder.rmdir()
