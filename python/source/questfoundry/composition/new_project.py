"""Makes a new project: a folder with a commented ``project.yaml``."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from questfoundry.composition.paths import ProjectPaths
from questfoundry.domain.errors import InputError
from questfoundry.infra.storage.atomic import replace_file
from questfoundry.infra.storage.project_file import changed

_IGNORED = """\
# Made by QuestFoundry on this machine; what was accepted is in artifacts/.
story.db*
.qf.lock*
logs/
"""
_LONGEST = 100


def folder_name(name: str) -> str:
    """The folder for a project of that name: lower case, words joined by hyphens.

    ``InputError`` where the name cannot be one.
    """
    if "/" in name or "\\" in name:
        raise InputError(
            f"The name {name!r} holds a path separator. Give a name without / and \\; choose the "
            "folder with --project."
        )
    slug = re.sub(r"[\W_]+", "-", name.casefold()).strip("-")
    if not slug or len(name) > _LONGEST or not name.isprintable():
        raise InputError(
            f"The name {name[:_LONGEST]!r} cannot name a project. Give one with letters or "
            f"digits, on one line, of at most {_LONGEST} characters."
        )
    return slug


def create_project(folder: Path, name: str) -> ProjectPaths:
    """Make a project in ``folder``, which may exist but must not be a project yet.

    ``InputError`` where it is one, ``StoreError`` where it cannot be written.
    """
    folder_name(name)
    paths = ProjectPaths(folder)
    if paths.settings.exists():
        raise InputError(
            f"{str(folder)!r} already is a project. Work in it with --project, or choose another "
            "name."
        )
    template = files(__package__).joinpath("project_template.yaml").read_text(encoding="utf-8")
    replace_file(paths.settings, changed(template, {"name": name.strip()}))
    ignore = folder / ".gitignore"
    if not ignore.exists():
        replace_file(ignore, _IGNORED)
    return paths
