"""The gamebook as one HTML file for print."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files
from xml.etree.ElementTree import tostring

from questfoundry.infra.export.gamebook.markup import anchor, cover, element, front, section
from questfoundry.infra.export.gamebook.sections import Gamebook
from questfoundry.infra.export.shared import direction


def print_page(book: Gamebook) -> bytes:
    """The whole book in one file that asks for nothing else and runs nothing."""
    style = stylesheet("print.css")
    digest = b64encode(sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'"
    head = element(
        "head",
        {},
        element("meta", {"charset": "utf-8"}),
        element("meta", {"http-equiv": "Content-Security-Policy", "content": policy}),
        element("meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"}),
        element("title", {}, book.title),
        element("style", {}, style),
    )
    main = element(
        "main",
        {},
        cover(book),
        front(book),
        *(section(one, book.phrases, lambda number: f"#{anchor(number)}") for one in book.sections),
    )
    whole = element(
        "html",
        {"lang": book.language, "dir": direction(book.language)},
        head,
        element("body", {}, main),
    )
    return f"<!DOCTYPE html>\n{tostring(whole, encoding='unicode', method='html')}".encode()


def stylesheet(name: str) -> str:
    """A style sheet of this package."""
    return files(__package__).joinpath(name).read_text(encoding="utf-8")
