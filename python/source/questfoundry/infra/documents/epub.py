"""EPUB 2 and 3: the documents of the spine, with the pages of the printed book where told."""

from __future__ import annotations

from attrs import evolve

from questfoundry.domain.library.book import BookFile, ParsedBook
from questfoundry.domain.library.paging import Piece
from questfoundry.domain.protocols.library import BookParser
from questfoundry.infra.documents.archive import Archive
from questfoundry.infra.documents.decoding import decoded
from questfoundry.infra.documents.epub_package import read_package
from questfoundry.infra.documents.limits import check_text, parsed_book
from questfoundry.infra.markup import markup_text


class EpubBookParser(BookParser):
    """Reads ``epub``."""

    @property
    def format(self) -> str:
        """``epub``."""
        return "epub"

    def parse(self, file: BookFile) -> ParsedBook:
        """The book; ``InputError`` where it is damaged, encrypted or far too large."""
        archive = Archive(file)
        package = read_package(file, archive)
        pieces: list[Piece] = []
        characters = 0
        for name in package.documents:
            document = evolve(file, name=f"{file.name}/{name}", content=archive.read(name))
            markup = decoded(document)
            characters += len(markup)
            check_text(file, characters)
            pieces += markup_text(markup, page_marks=package.page_marks.get(name)).pieces
        return parsed_book(
            file,
            pieces,
            title=package.title,
            author=package.author,
            language=package.language,
        )
