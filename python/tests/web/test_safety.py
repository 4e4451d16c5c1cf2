"""Access to the web interface: who may enter, and the headers of every answer."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from lxml import html

from questfoundry.composition.settings.paths import forwarding_file
from questfoundry.web import server
from questfoundry.web.server import MAX_FORM_BYTES, default_port, serve
from tests.support.desk import FROM_OWN_PAGE, OWN, PORT, Desk, at_desk, enter
from tests.support.qf import qf

OTHERS = "http://127.0.0.1:9999"


@pytest.fixture
async def outside(tmp_path: Path) -> AsyncIterator[Desk]:
    async with at_desk(tmp_path, entered=False) as desk:
        yield desk


@pytest.fixture
async def inside(tmp_path: Path) -> AsyncIterator[Desk]:
    async with at_desk(tmp_path) as desk:
        yield desk


@pytest.mark.parametrize("path", ["/", "/static/desk.css", "/files/manifest.json", "/nowhere"])
async def test_without_the_token_nothing_is_answered(outside, path):
    """Another user of the machine must not read the author's stories. (DSK-1.1)"""
    unused = outside.entrance.new_address().partition("token=")[2]
    for given in ({}, {"token": ""}, {"token": unused[:-1]}):
        answer = await outside.client.get(path, params=given)
        assert (answer.status_code, answer.headers.get("set-cookie")) == (403, None)


async def test_the_token_is_exchanged_for_secrets(outside):
    """No script or other site may use the token or the cookie. (DSK-1.1)"""
    answer = await outside.client.get(outside.entrance.new_address())
    said = answer.headers["set-cookie"].lower()
    assert {"httponly", "samesite=strict"} <= {each.strip() for each in said.split(";")}
    assert (await enter(outside.client, outside.entrance.new_address())).status_code == 200
    assert (await outside.get("/")).status_code == 200


async def test_an_address_opens_the_desk_once(outside):
    """A copied address must be worthless after the author has opened it. (DSK-1.1)"""
    invitation = outside.entrance.invite()
    assert not invitation.used.is_set()
    await enter(outside.client, invitation.address)
    assert invitation.used.is_set()
    async with outside.new_client() as stranger:
        answer = await stranger.get(invitation.address)
        assert (answer.status_code, answer.headers.get("set-cookie")) == (403, None)
        assert "used already" in answer.text
        assert "newest address" in answer.text
    assert (await outside.client.get(invitation.address)).is_success


@pytest.mark.parametrize("path", ["/", "/static/desk.css", "/alive", "/text", "/enter", "/live"])
async def test_a_copied_cookie_is_worth_nothing(inside, path):
    """The browser sends the cookie to each port, where any program can copy it. (DSK-1.1)"""
    async with inside.new_client(cookies=inside.client.cookies) as thief:
        for password in (None, "", "x"):
            auth = None if password is None else ("desk", password)
            answer = await thief.get(path, auth=auth, headers=FROM_OWN_PAGE)
            assert answer.status_code == (401 if path == "/enter" else 403)
            assert (await thief.post("/ship", auth=auth, headers=FROM_OWN_PAGE)).is_error
        token = inside.entrance.new_address().partition("?")[2][:-1]
        answer = await thief.get(f"/?{token}")
        assert answer.status_code == 403


async def test_a_password_without_the_cookie_is_refused(inside):
    """A browser sends the password with requests of other sites, the cookie never."""
    inside.client.cookies.clear()
    assert (await inside.get("/")).status_code == 403
    assert (await inside.post("/ship")).status_code == 403


async def test_only_the_entrance_asks_for_a_password(outside):
    """The browser must never show the author a dialog that wants a password."""
    for path in ("/", "/enter", "/?token=x"):
        answer = await outside.get(path)
        assert (answer.status_code, answer.headers.get("www-authenticate")) == (403, None)


async def test_a_browser_without_scripts_enters_by_a_link(outside):
    """Reading and editing work without scripts, so entering must, too."""
    page = await outside.client.get(outside.entrance.new_address("/run"))
    assert page.headers["content-security-policy"].startswith("default-src 'none'; script-src 'non")
    (refresh,) = html.fromstring(page.text).xpath("//noscript/meta/@content")
    (link,) = html.fromstring(page.text).xpath("//a/@href")
    assert refresh == f"0;url={link}"
    assert link.endswith(f"@127.0.0.1:{PORT}/enter?to=/run")


@pytest.mark.parametrize(
    "to", ["//evil.example", "/\\evil.example", "https://evil.example", "/a/b"]
)
async def test_the_entrance_leads_to_own_pages_alone(inside, to):
    """An address must not send the author to a website that looks like the desk."""
    answer = await inside.client.get("/enter", params={"to": to})
    assert html.fromstring(answer.text).xpath("//a/@href") == [f"{OWN}/"]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8765", "127.0.0.1", "localhost:1"])
async def test_a_name_that_was_bent_to_this_machine_is_refused(inside, host):
    """DNS rebinding would let a website reach the local server under its own name."""
    assert (await inside.get("/", host=host)).status_code == 421
    assert (await inside.get("/", host="localhost:8765")).status_code != 421


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": OTHERS},
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": OWN, "sec-fetch-site": "same-site"},
        {"origin": OWN, "sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "none"},
    ],
)
async def test_what_writes_comes_from_an_own_page(inside, headers):
    """Another local server shares the cookie, so a write must prove its origin."""
    answer = await inside.client.post("/ship", headers=headers)
    assert answer.status_code == 403


async def test_another_page_reads_nothing_and_a_form_has_its_limits(inside) -> None:
    """Another page must not read the story, nor an endless body fill the memory."""
    assert (await inside.client.get("/", headers={"sec-fetch-site": "same-site"})).is_error
    assert (await inside.client.get("/", headers={"origin": OTHERS})).is_error
    assert (await inside.client.get("/", headers={"sec-fetch-site": "none"})).is_success

    async def endless() -> AsyncIterator[bytes]:
        yield b"x"

    for content, code in ((b"x" * (MAX_FORM_BYTES + 1), 413), (endless(), 411)):
        answer = await inside.client.post("/ship", content=content, headers=FROM_OWN_PAGE)
        assert answer.status_code == code


@pytest.mark.parametrize("path", ["/", "/static/htmx.min.js", "/nowhere", "/findings/summary"])
async def test_every_answer_says_what_it_may_load(inside, path):
    """The policy is the last defence if a page ever contains foreign markup."""
    headers = (await inside.get(path)).headers
    policy = dict(
        each.strip().split(" ", 1) for each in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "route", ["..%2f..%2fproject.yaml", "project.yaml", "%2e%2e", "manifest.json"]
)
async def test_no_address_leads_to_a_file(inside, route):
    """A path in an address must not read any other file of the machine."""
    for folder in ("static", "files"):
        assert (await inside.get(f"/{folder}/{route}")).status_code == 404


async def test_it_listens_on_this_machine_alone(tmp_path):
    """A server on all interfaces would publish the author's drafts in the network."""
    async with at_desk(tmp_path) as desk, serve(desk.app) as entrance:
        address = entrance.new_address()
        assert address.startswith("http://127.0.0.1:")
        async with httpx.AsyncClient(trust_env=False) as client:
            assert (await client.get(address.partition("?")[0])).status_code == 403
            assert (await enter(client, address)).status_code == 200


async def test_a_desk_has_the_same_port_each_time_where_it_is_free(tmp_path):
    """A fixed port lets the author keep bookmarks, and a taken port must not prevent the start."""
    one, other = default_port(str(tmp_path)), default_port(str(tmp_path / "other"))
    assert one == default_port(str(tmp_path / ".")) != other
    async with (
        at_desk(tmp_path) as desk,
        serve(desk.app, default=one) as first,
        serve(desk.app, default=one) as second,
    ):
        assert first.port != second.port


async def test_each_desk_that_is_opened_is_known_as_another(tmp_path):
    """A page must notice a restarted server, and strangers must not learn that a server runs."""
    instance = []
    for _ in range(2):
        async with at_desk(tmp_path) as desk:
            instance.append((await desk.get("/alive")).text)
    assert len({*instance}) == 2
    async with at_desk(tmp_path, entered=False) as desk:
        assert (await desk.get("/alive")).status_code == 403


def test_a_folder_of_somebody_else_is_asked_about_first(tmp_path):
    """A stranger's project must not choose paid models without the user's consent."""
    (tmp_path / "project.yaml").write_text("name: x\nproviders: {default: openai/gpt-4o}\n")
    said = qf("desk", "-p", str(tmp_path), env={"QF_TRUST": ""})
    assert said.code == 3
    assert "The desk is at" not in said.err


def test_nothing_else_loads_the_server() -> None:
    """Loading a web server would slow down every other command."""
    script = (
        "import sys, questfoundry, questfoundry.web.command, questfoundry.cli.app;"
        "print([m for m in sys.modules if m.startswith(('starlette', 'uvicorn'))])"
    )
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert found.stdout.strip() == "[]"


async def test_the_browser_is_not_started_with_the_key(tmp_path, monkeypatch):
    """Every user of the computer can read the arguments of a browser. (DSK-1.1)"""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    address = "http://127.0.0.1:8765/?token=a&b"
    with forwarding_file(address) as file:
        assert "token" not in file.as_uri()
        assert file.stat().st_mode & 0o077 == 0
        (to,) = html.fromstring(file.read_text()).xpath("//a/@href")
        assert to == address
    assert not file.exists()


async def test_idle_connections_do_not_shut_the_author_out(tmp_path, monkeypatch):
    """A program that opens connections and sends nothing would use up the desk's files."""
    monkeypatch.setattr(server, "MAX_WAITING", 5)
    monkeypatch.setattr(server, "REQUEST_TIMEOUT", 0.2)
    async with at_desk(tmp_path) as desk, serve(desk.app) as entrance:
        idle = [await asyncio.open_connection("127.0.0.1", entrance.port) for _ in range(9)]
        idle[8][1].write(b"GET / HTTP/1.1\r\n")
        async with httpx.AsyncClient(trust_env=False) as client:
            assert (await client.get(entrance.new_address())).status_code == 200
        for reader, writer in idle:
            assert await asyncio.wait_for(reader.read(), 20) == b""
            writer.close()
