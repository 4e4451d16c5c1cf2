"""Tests of entering the desk in a browser, and of the secrets that other ports see."""

from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.ecosystem.test_desk import Serving, at, made
from tests.support.desk import FROM_OWN_PAGE
from tests.support.loopback import Asked, Loopback, Reply, json_reply

pytestmark = pytest.mark.ecosystem

__all__ = ["made"]


@pytest.fixture
def catcher() -> Iterator[Loopback]:
    """Run another local server, which keeps the headers of every request."""

    def answer(_: Asked) -> Reply:
        return json_reply({})

    with Loopback(answer) as server:
        yield server


@pytest.mark.parametrize("scripts", [True, False])
def test_another_port_catches_nothing_of_use(
    chromium: Browser, made: Path, catcher: Loopback, scripts: bool
) -> None:
    """Any program on the computer can serve a port, and browsers send it the cookie. (DSK-1.1)"""
    with Serving(made) as address, at(chromium, address, java_script_enabled=scripts) as page:
        other = page.context.new_page()
        other.goto(f"{catcher.url}/pictures")
        headers = {name.lower(): value for name, value in catcher.asked[-1].headers.items()}
        assert "qf-desk-" in headers["cookie"]
        assert "authorization" not in headers
        home = address.partition("?")[0]
        copied = {**FROM_OWN_PAGE, "origin": home.rstrip("/"), "cookie": headers["cookie"]}
        with httpx.Client(base_url=home, headers=copied, trust_env=False) as thief:
            assert [thief.get(path).status_code for path in ("/", "/text", "/alive")] == [403] * 3
            assert thief.post("/ship").status_code == 403
        assert page.context.request.get(f"{home}text").status == 403
        assert page.goto("text").status == 200


@pytest.mark.parametrize("scripts", [True, False])
def test_the_author_notices_nothing_of_the_secrets(
    chromium: Browser, made: Path, scripts: bool
) -> None:
    """Tabs, reloads, history, forms and downloads must need nothing but one entry. (DSK-1.1)"""
    with Serving(made) as address, at(chromium, address, java_script_enabled=scripts) as page:
        heading = page.get_by_role("heading", level=1)
        title = heading.text_content()
        assert "@" not in page.url
        page.reload()
        expect(heading).to_have_text(title)
        page.get_by_role("link", name="Map", exact=True).click()
        page.go_back()
        expect(heading).to_have_text(title)
        other_tab = page.context.new_page()
        assert other_tab.goto("books").status == HTTPStatus.OK
        expect(other_tab.get_by_role("heading", level=1)).to_be_visible()
        page.goto("bible")
        page.goto(address)
        page.wait_for_url(lambda url: "token" not in url)
        expect(heading).to_have_text(title)


def test_an_address_opens_one_browser(chromium: Browser, made: Path) -> None:
    """The terminal and the browser's history keep the address. (DSK-1.1)"""
    serving = Serving(made)
    with serving as address, at(chromium, address):
        stranger = chromium.new_context()
        page = stranger.new_page()
        assert page.goto(address).status == 403
        assert "newest address" in page.inner_text("body")
        page.goto(serving.entrance.new_address("/text"))
        page.wait_for_url("**/text")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        stranger.close()
