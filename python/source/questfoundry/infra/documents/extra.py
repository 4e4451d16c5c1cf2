"""Check that the optional packages that parse books are installed."""

from collections.abc import Iterator
from contextlib import contextmanager

from questfoundry.domain.errors import InputError
from questfoundry.domain.library.book import BookFile


@contextmanager
def extra_packages(file: BookFile) -> Iterator[None]:
    """Turn an ``ImportError`` into an ``InputError`` that says how to install the package."""
    try:
        yield
    except ImportError as problem:
        raise InputError(
            f"{problem.name} is not installed, and {file.name!r} cannot be read without it. "
            "Install the packages that read books with: pip install 'questfoundry[books]'"
        ) from problem
