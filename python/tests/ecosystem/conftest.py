"""Fixtures that several modules of this folder share."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.browser import browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Yield a browser for one module; see tests/support/browser.py."""
    with browser() as launched:
        yield launched
