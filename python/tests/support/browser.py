"""A headless Chromium for tests; its pages cannot reach beyond this machine.

npm brings the browser (``npm ci`` in python/tests/ecosystem), and Playwright drives it. A module of
python/tests/ecosystem asks for the fixture ``chromium`` and opens files in it::

    def test_it(chromium: Browser, tmp_path: Path) -> None:
        with opened(chromium, story.html) as page:
            page.get_by_role("button", name="Begin").click()

The tests are plain functions, because no other event loop can run while the browser is open.
"""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from filelock import FileLock
from playwright.sync_api import Browser, BrowserType, Error, Page, sync_playwright

from tests.support.ecosystem import ECOSYSTEM, not_here

PACKED = ECOSYSTEM / "node_modules/@sparticuz/chromium/bin/chromium.br"
UNPACKED = ECOSYSTEM / "node_modules/.cache/chromium"
UNPACK = """
const [from, to] = process.argv.slice(1);
const fs = require("node:fs");
const content = require("node:zlib").brotliDecompressSync(fs.readFileSync(from));
fs.writeFileSync(to, content, { mode: 0o755 });
"""
ALONE = ("--disable-gpu", "--disable-background-networking", "--disable-component-update")
STARTS = 3


@contextmanager
def browser() -> Iterator[Browser]:
    """Yield a Chromium browser; skip the test if no browser is installed."""
    with sync_playwright() as playwright:
        launched = _launched(playwright.chromium, _unpacked())
        try:
            yield launched
        finally:
            launched.close()


@contextmanager
def opened(browser: Browser, file: Path, **context: Any) -> Iterator[Page]:
    """Yield a page that shows the file, in a new browser profile.

    Fail if the page requests anything else, throws, or writes to the console. ``context`` holds
    Playwright's options: ``viewport``, ``color_scheme``, ``has_touch`` ...
    """
    complaints: list[str] = []
    url = file.as_uri()
    profile = browser.new_context(offline=True, **context)
    try:
        page = profile.new_page()
        page.set_default_timeout(5_000)
        page.on("console", lambda message: complaints.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on(
            "request",
            lambda request: request.url == url or complaints.append(f"request: {request.url}"),
        )
        page.goto(url)
        yield page
        assert complaints == []
    finally:
        profile.close()


def _launched(chromium: BrowserType, executable: Path) -> Browser:
    """Start the browser; retry, because it sometimes crashes before it shows anything."""
    for _ in range(STARTS - 1):
        with suppress(Error):
            return _start(chromium, executable)
    return _start(chromium, executable)


def _start(chromium: BrowserType, executable: Path) -> Browser:
    return chromium.launch(executable_path=executable, args=ALONE, chromium_sandbox=False)


def _unpacked() -> Path:
    node = shutil.which("node")
    if node is None or not PACKED.is_file():
        not_here("Chromium is not there: it needs node 20 and `npm ci` in python/tests/ecosystem")
    UNPACKED.parent.mkdir(exist_ok=True)
    with FileLock(UNPACKED.with_suffix(".lock")):
        if not UNPACKED.is_file() or UNPACKED.stat().st_mtime < PACKED.stat().st_mtime:
            partial = UNPACKED.with_suffix(".partial")
            subprocess.run([node, "-e", UNPACK, str(PACKED), str(partial)], check=True)
            partial.replace(UNPACKED)
    return UNPACKED
