"""Store uploaded files under safe names until the author creates the project or cancels."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterable
from pathlib import Path, PureWindowsPath
from secrets import token_hex
from shutil import copyfileobj
from tempfile import TemporaryDirectory

from attrs import frozen
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request

from questfoundry.composition.project.import_material import (
    ImportableMaterial,
    is_material,
    read_material_to_import,
)
from questfoundry.composition.wiring.imports import ImportableStory, read_story_to_import
from questfoundry.domain.errors import InputError

MAX_FILES = 100
_MAX_WAITING = 8
_MAX_STEM = 60


@frozen
class Upload:
    """An upload: the content read from its files, and the temporary folder with the files."""

    content: ImportableStory | ImportableMaterial
    folder: TemporaryDirectory[str]


class Uploads:
    """The uploads that wait for the author's decision, each with a secret key.

    At most eight uploads wait; a new upload replaces the oldest.
    """

    def __init__(self) -> None:
        self._waiting: dict[str, Upload] = {}

    async def add(self, request: Request) -> str:
        """Read the submitted files, store them as an upload and return its key.

        Raise ``InputError`` if no file was sent, or for files that ``qf import`` would refuse.
        """
        folder = TemporaryDirectory(prefix="qf-import-", ignore_cleanup_errors=True)
        try:
            found = await _preview(await _save_files(request, Path(folder.name)))
        except InputError as problem:
            folder.cleanup()
            # Authors know their files by name, not by the temporary folder.
            message = str(problem).replace(f"{folder.name}{os.sep}", "")
            raise InputError(message, remedies=problem.remedies) from problem
        except BaseException:
            folder.cleanup()
            raise
        if len(self._waiting) >= _MAX_WAITING:
            self.drop(next(iter(self._waiting)))
        key = token_hex(8)
        self._waiting[key] = Upload(found, folder)
        return key

    def find(self, key: str) -> Upload:
        """Return the upload with the key ``key``.

        Raise ``InputError`` if it was imported, cancelled or replaced.
        """
        if key not in self._waiting:
            raise InputError("These files are no longer available. Choose them again.")
        return self._waiting[key]

    def drop(self, key: str) -> None:
        """Remove the upload with the key ``key``, if there is one, and delete its files."""
        if upload := self._waiting.pop(key, None):
            upload.folder.cleanup()

    def close(self) -> None:
        """Remove all uploads and delete their files."""
        for key in [*self._waiting]:
            self.drop(key)


async def _preview(files: list[Path]) -> ImportableStory | ImportableMaterial:
    if is_material(files):
        return await read_material_to_import(files)
    return await asyncio.to_thread(read_story_to_import, files)


async def _save_files(request: Request, folder: Path) -> list[Path]:
    """Save the submitted files to ``folder`` under safe names, and return their paths.

    Raise ``InputError`` if no file was sent, two files have the same name, or there are too many.
    """
    try:
        async with request.form(max_files=MAX_FILES, max_fields=10) as form:
            sent = [each for each in form.getlist("file") if isinstance(each, UploadFile)]
            named = [each for each in sent if each.filename]
            if not named:
                raise InputError("No file was chosen. Choose a file.")
            paths = [folder / plain_name(each.filename or "") for each in named]
            if len({*_fold_names(paths)}) < len(paths):
                raise InputError("Two files have the same name. Rename one of them.")
            for path, each in zip(paths, named, strict=True):
                with path.open("xb") as file:
                    await asyncio.to_thread(copyfileobj, each.file, file)
            return paths
    except HTTPException as problem:
        raise InputError(
            f"The files could not be read, or there are more than {MAX_FILES}. Choose fewer files."
        ) from problem


def plain_name(name: str) -> str:
    """Return ``name`` as a safe file name: no path, not hidden, with few special characters.

    The part before the ending has at most 60 characters; if it is empty, it becomes ``story``.
    """
    path = PureWindowsPath(name)
    suffix = path.suffix if re.fullmatch(r"[.][A-Za-z0-9]{1,12}", path.suffix) else ""
    stem = path.name.removesuffix(suffix)
    plain = " ".join(re.sub(r"[^\w ()-]", " ", stem).split())[:_MAX_STEM].strip()
    return f"{plain or 'story'}{suffix}"


def _fold_names(paths: Iterable[Path]) -> Iterable[str]:
    return (each.name.casefold() for each in paths)
