"""Import of an outline, a bible or a finished story as the material of a new project."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from questfoundry.composition.new_project import create_project, folder_of_idea
from questfoundry.composition.paths import ProjectPaths
from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import ParsedBook
from questfoundry.domain.material import OUTLINE, MaterialPage
from questfoundry.domain.outline.idea import extract_idea
from questfoundry.domain.outline.names import find_outline_names
from questfoundry.domain.story.outline_name import OutlineName
from questfoundry.domain.story.size import Size

SUFFIXES = (".md", ".markdown", ".txt", ".docx", ".rtf", ".opml", ".scriv")
"""The suffixes of files, and of Scrivener folders, that become an outline."""

STORIES = (".twee", ".tw", ".twee2", ".tw2", ".html", ".htm", ".ink", ".ink.json")
"""The suffixes of files that contain a story."""


@frozen(kw_only=True)
class ImportedMaterial:
    """A project made of texts, which ``files`` are.

    ``names`` are what its stages are held to, ``idea`` is what they say that the story is about.
    """

    paths: ProjectPaths
    files: tuple[Path, ...]
    names: tuple[OutlineName, ...]
    idea: str


@frozen(kw_only=True)
class ImportableMaterial:
    """Texts that were read, of which nothing is made yet; ``name`` is what they would be called."""

    name: str
    pages: tuple[MaterialPage, ...]
    names: tuple[OutlineName, ...]
    idea: str

    def make(self, folder: Path | None = None, size: Size | None = None) -> ImportedMaterial:
        """Make a project in ``folder``, else in one of their name, with the texts in ``outline/``.

        Its story is of that ``size``, if one is given.
        ``InputError`` where the folder holds a project already; nothing is made then.
        """
        from questfoundry.infra.storage.own_files import replace_file

        where = folder or Path(folder_of_idea(self.name))
        paths = create_project(where, self.name[:100], size=size)
        for page in self.pages:
            replace_file(paths.root / page.name, page.text, within=paths.root)
        files = tuple(paths.root / each.name for each in self.pages)
        return ImportedMaterial(paths=paths, files=files, names=self.names, idea=self.idea)


async def read_material_to_import(files: Sequence[Path]) -> ImportableMaterial:
    """What the texts hold; ``InputError`` where a file is no text, or is too large."""
    from questfoundry.infra.storage.material_files import MOST_CHARACTERS

    pages = [await _page(each) for given in files for each in _texts_of(given)]
    if sum(len(each.text) for each in pages) > MOST_CHARACTERS:
        raise InputError(
            f"{str(files[0])!r} and the other files have more than {MOST_CHARACTERS:,} characters, "
            "the limit for an outline. Add them as books instead."
        )
    if len({each.name.casefold() for each in pages}) < len(pages):
        raise InputError("Two files have the same name. Rename one of them.")
    name = files[0].stem if any(map(str.isalnum, files[0].stem)) else "Outline"
    return ImportableMaterial(
        name=name,
        pages=tuple(pages),
        names=find_outline_names(pages),
        idea=extract_idea(pages),
    )


async def import_material(
    files: Sequence[Path], folder: Path | None = None, size: Size | None = None
) -> ImportedMaterial:
    """Make a project of the texts: both of the above, one after the other."""
    return (await read_material_to_import(files)).make(folder, size)


def is_material(files: Sequence[Path]) -> bool:
    """Whether all of them are texts, or folders of these, and no story in a format of its own."""
    return all(_is_text(each) or (each.is_dir() and _contains_only_texts(each)) for each in files)


def _is_text(path: Path) -> bool:
    return path.suffix.lower() in SUFFIXES


def _contains_only_texts(folder: Path) -> bool:
    """A folder of a bible, and not one of a story that lies beside its notes."""
    return bool(_texts_of(folder)) and not any(
        each.name.lower().endswith(STORIES) for each in folder.rglob("*")
    )


def _texts_of(path: Path) -> list[Path]:
    """The file itself; of a folder its texts, by their names, but for what is hidden or a link."""
    if _is_text(path) or not path.is_dir():
        return [path]
    return [
        each
        for each in sorted(path.iterdir())
        if _is_text(each) and not each.name.startswith(".") and not each.is_symlink()
    ]


async def read_material_text(path: Path) -> str:
    """What a file for writers holds, as Markdown; ``InputError`` where that is no text."""
    if path.suffix.lower() not in SUFFIXES:
        raise InputError(
            f"The format of {str(path)!r} is not supported. Use a file that ends in "
            f"{', '.join(SUFFIXES)}."
        )
    text = await _text(path)
    if not text.strip():
        raise InputError(f"{str(path)!r} contains no text. Check that it is the right file.")
    return text


async def _page(path: Path) -> MaterialPage:
    name = f"{OUTLINE}/{path.stem.lstrip('.') or 'outline'}.md"
    return MaterialPage(name=name, text=await read_material_text(path))


async def _text(path: Path) -> str:
    from questfoundry.infra.documents.book_files import DiskAndWebBookFiles
    from questfoundry.infra.documents.decoding import decode_text
    from questfoundry.infra.documents.outliners import SCRIVENER, outline_text, scrivener_file
    from questfoundry.infra.documents.parsers import BoundedBookParser

    if path.suffix.lower() == SCRIVENER:
        return await outline_text(await asyncio.to_thread(scrivener_file, path))
    file = await DiskAndWebBookFiles().read(str(path))
    if path.suffix.lower() == ".docx":
        return _as_markdown(await BoundedBookParser("docx").parse(file))
    if file.format in {"rtf", "opml"}:
        return await outline_text(file)
    if file.format in {"md", "txt"} and path.suffix.lower() != ".rtf":
        return decode_text(file)
    raise InputError(
        f"{str(path)!r} is not a text file, although its name says so. Save it as text."
    )


def _as_markdown(book: ParsedBook) -> str:
    paragraphs = (each for page in book.pages for each in page.paragraphs)
    return "".join(f"{'## ' * each.heading}{each.text}\n\n" for each in paragraphs)
