"""Tells the format of a file: by what is in it, else by what it is called."""

from __future__ import annotations

from pathlib import PurePath

_BY_SUFFIX = {
    ".docx": "docx",
    ".epub": "epub",
    ".htm": "html",
    ".html": "html",
    ".markdown": "md",
    ".md": "md",
    ".pdf": "pdf",
    ".xhtml": "html",
}
_BY_MEDIA_TYPE = {
    "application/xhtml+xml": "html",
    "text/html": "html",
    "text/markdown": "md",
}
_WINDOW = 1024


def format_of(content: bytes, name: str, media_type: str = "") -> str:
    """A format's name; what nothing tells apart is ``txt``.

    ``zip`` and ``rtf`` are told, too, although nothing reads them.
    """
    begin = content[:_WINDOW].lstrip()
    if b"%PDF-" in begin:
        return "pdf"
    if begin.startswith(b"{\\rtf"):
        return "rtf"
    suffix = _BY_SUFFIX.get(PurePath(name).suffix.lower(), "")
    if begin.startswith(b"PK"):
        return _archive(content, suffix)
    if known := _BY_MEDIA_TYPE.get(media_type) or suffix:
        return known
    return "html" if begin.lower().startswith((b"<!doctype html", b"<html")) else "txt"


def _archive(content: bytes, suffix: str) -> str:
    if b"META-INF/container.xml" in content:
        return "epub"
    if b"word/document.xml" in content:
        return "docx"
    return suffix if suffix in {"docx", "epub"} else "zip"
