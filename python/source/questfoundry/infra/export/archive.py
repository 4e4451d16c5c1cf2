"""ZIP archives whose bytes depend on nothing but what they hold.

Nothing in them is compressed, since compressors differ from machine to machine, and no date
tells when they were made.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from io import BytesIO

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first date that a ZIP archive can hold."""


def build_zip(files: Mapping[str, str | bytes]) -> bytes:
    """The archive of files by their paths in it, in their order."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as made:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            # Else it would be that of the machine.
            entry.create_system = 0
            made.writestr(entry, content)
    return archive.getvalue()
