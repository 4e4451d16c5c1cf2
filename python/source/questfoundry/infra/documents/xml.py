"""Parse untrusted XML without network access and without expanding declared entities."""

from typing import Any

from questfoundry.domain.library.book import BookFile
from questfoundry.infra.documents.archive import damage_error


def xml_root(file: BookFile, content: bytes, *, recover: bool = False) -> Any:
    """Return the root element of the XML, without expanding entities; repair it if ``recover``.

    Raise ``InputError`` if parsing fails.
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
