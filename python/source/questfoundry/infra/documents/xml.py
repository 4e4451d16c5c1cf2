"""XML of strangers: nothing in it is fetched, and no entity of its own is expanded."""

from __future__ import annotations

from typing import Any

from questfoundry.domain.library.book import BookFile
from questfoundry.infra.documents.archive import damage_error


def xml_root(file: BookFile, content: bytes, *, recover: bool = False) -> Any:
    """The root element; entities that the document declares are neither read nor expanded.

    ``recover`` takes what can be read of a broken document. ``InputError`` where it is none.
    """
    from lxml import etree  # type: ignore[import-untyped]

    parser = etree.XMLParser(resolve_entities=False, no_network=True, recover=recover)
    try:
        root = etree.fromstring(content, parser)
    except etree.LxmlError as problem:
        raise damage_error(file, problem) from problem
    if root is None:
        raise damage_error(file, "a part that must be XML is not")
    return root
