"""Uploaded files, stored under safe names until the author creates the project or cancels."""

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

from questfoundry.composition.import_material import (
    ImportableMaterial,
    is_material,
    read_material_to_import,
)
from questfoundry.composition.imports import ImportableStory, read_story_to_import
from questfoundry.domain.errors import InputError

MAX_FILES = 100
_MAX_WAITING = 8
_MAX_STEM = 60


@frozen
class Upload:
    """What was handed over, as it was read; its files wait in ``folder``."""

    content: ImportableStory | ImportableMaterial
    folder: TemporaryDirectory[str]


class Uploads:
    """What waits to be taken, each by a key that only its page knows; the oldest gives way."""

    def __init__(self) -> None:
        self._waiting: dict[str, Upload] = {}

    async def add(self, request: Request) -> str:
        """Read what was sent, and keep it; its key.

        ``InputError`` where no file was sent, or as ``qf import`` says of these files.
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
        """What waits there; ``InputError`` where that was taken, left, or has given way."""
        if key not in self._waiting:
            raise InputError("These files are no longer available. Choose them again.")
        return self._waiting[key]

    def drop(self, key: str) -> None:
        """Forget it, and its files."""
        if upload := self._waiting.pop(key, None):
            upload.folder.cleanup()

    def close(self) -> None:
        """Forget all."""
        for key in [*self._waiting]:
            self.drop(key)


async def _preview(files: list[Path]) -> ImportableStory | ImportableMaterial:
    if is_material(files):
        return await read_material_to_import(files)
    return await asyncio.to_thread(read_story_to_import, files)


async def _save_files(request: Request, folder: Path) -> list[Path]:
    """The files that were sent, laid into the folder."""
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
    """A name of a file that is no path, not hidden, and of letters, digits and few marks."""
    path = PureWindowsPath(name)
    suffix = path.suffix if re.fullmatch(r"[.][A-Za-z0-9]{1,12}", path.suffix) else ""
    stem = path.name.removesuffix(suffix)
    plain = " ".join(re.sub(r"[^\w ()-]", " ", stem).split())[:_MAX_STEM].strip()
    return f"{plain or 'story'}{suffix}"


def _fold_names(paths: Iterable[Path]) -> Iterable[str]:
    return (each.name.casefold() for each in paths)
