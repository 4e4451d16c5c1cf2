"""Build ZIP archives whose bytes depend only on their content: uncompressed, with one date."""

import zipfile
from collections.abc import Mapping
from io import BytesIO

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The first date that a ZIP archive can hold."""


def build_zip(files: Mapping[str, str | bytes]) -> bytes:
    """Return a ZIP archive of ``files``, which maps paths to contents; their order is kept."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as zip_file:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, _EPOCH)
            # Otherwise zipfile writes the system of this machine.
            entry.create_system = 0
            zip_file.writestr(entry, content)
    return archive.getvalue()
