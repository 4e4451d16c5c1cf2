"""The packages that read books, which are an extra of this one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile


@contextmanager
def extra_packages(file: BookFile) -> Iterator[None]:
    """Say what to install where an import inside fails."""
    try:
        yield
    except ImportError as problem:
        raise InputError(
            f"{problem.name} is not installed, and {file.name!r} cannot be read without it. "
            "Install all that reads books with: pip install 'questfoundry[books]'"
        ) from problem
