"""Tests of web pages and web search, within limits of address, size and time."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from questfoundry.domain.chat.envelope import MAX_TEXT, ToolStatus
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.infra.research.tools import MAX_HITS, WebFetchTool, WebSearchTool
from questfoundry.infra.research.web import WebError, WebReader, is_public
from questfoundry.testing.contracts.world import LOOPING, ToolContract
from tests.support.loopback import (
    Ending,
    Loopback,
    Reply,
    json_reply,
    only_this_machine,
    page,
    redirect,
)
from tests.support.stage_runs import shipped_prompts


async def problem_of(reader: WebReader, url: str) -> str:
    with pytest.raises(WebError) as caught:
        await reader.get(url)
    return caught.value.problem


async def test_a_page_is_read_with_its_type_and_charset() -> None:
    """A wrong charset corrupts the text, and cookies could identify the author."""
    reply = Reply(
        headers={"content-type": "text/html; charset=iso-8859-1"}, chunks=("Mör".encode("latin-1"),)
    )
    with Loopback(reply) as server:
        response = await WebReader(may_reach=only_this_machine).get(f"{server.url}/a", {"q": "b c"})

    assert (response.status, response.media_type, response.body) == (200, "text/html", "Mör")
    assert server.asked[0].path == "/a?q=b+c"
    assert "cookie" not in server.asked[0].headers


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1"])
async def test_this_machine_is_refused_however_it_is_written(host: str) -> None:
    """An address can be written in many forms, and all of them must not reach local services."""
    with Loopback(page("secret")) as server:
        problem = await problem_of(WebReader(), f"http://{host}:{server.port}/")

    assert problem in {"address", "unreachable"}
    assert server.connections == 0


async def test_a_redirect_to_a_private_address_is_refused() -> None:
    """A public server must not open the private network. (RES-3.5)"""
    with Loopback(page("secret")) as hidden:
        target = f"http://127.0.0.2:{hidden.port}/"
        with Loopback(redirect(target)) as server:
            problem = await problem_of(WebReader(may_reach=only_this_machine), server.url)

    assert problem == "address"
    assert hidden.connections == 0


async def test_redirects_are_followed_but_not_for_ever() -> None:
    """Redirects are normal on the web, but a circle must end."""
    reader = WebReader(may_reach=only_this_machine)
    with Loopback(redirect("/b"), page("there")) as server:
        response = await reader.get(f"{server.url}/a")
    with Loopback(redirect("/a")) as circle:
        problem = await problem_of(reader, circle.url)

    assert response.body == "there"
    assert response.url.endswith("/b")
    assert problem == "unreachable"
    assert len(circle.asked) <= 6


async def test_a_long_page_is_cut_while_it_is_read() -> None:
    """An endless page would fill the memory."""
    endless = Reply(
        headers={"content-type": "text/plain"}, chunks=(b"x" * 65_536,) * 4, ending=Ending.STALLED
    )
    with Loopback(endless) as server:
        response = await WebReader(may_reach=only_this_machine, max_bytes=100_000).get(server.url)

    assert len(response.body) == 100_000


async def test_a_page_that_does_not_arrive_ends_in_time() -> None:
    """A page that never arrives would block the run."""
    with Loopback(Reply(ending=Ending.STALLED)) as server:
        reader = WebReader(may_reach=only_this_machine, timeout=0.05)

        assert await problem_of(reader, server.url) == "timeout"


@pytest.mark.parametrize(
    ("problem", "urls"),
    [
        ("scheme", ["file:///etc/passwd", "ftp://example.org/", "javascript:x", ""]),
        ("unreachable", ["http://", "http://[bad/", "http://exa mple.invalid/"]),
    ],
)
async def test_what_is_no_address_of_the_web_is_refused(problem: str, urls: list[str]) -> None:
    """A `file:` address would open the author's disk to a model."""
    for url in urls:
        assert await problem_of(WebReader(may_reach=only_this_machine), url) == problem
    # A public name can resolve to a private address.
    assert await problem_of(WebReader(), "http://localhost:9/") == "address"


@pytest.mark.parametrize(
    ("reply", "problem"),
    [(Reply(ending=Ending.DROPPED), "unreachable"), (redirect("file:///etc/passwd"), "scheme")],
)
async def test_an_answer_that_leads_nowhere_is_told(reply: Reply, problem: str) -> None:
    """A dropped connection or a redirect to a file must produce a result that a model can read."""
    with Loopback(reply) as server:
        assert await problem_of(WebReader(may_reach=only_this_machine), server.url) == problem


@pytest.mark.parametrize("address", ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"])
def test_addresses_of_the_internet_are_public(address: str) -> None:
    """Public addresses must remain reachable, in IPv4 and IPv6."""
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1",
        "127.8.9.10",
        "0.0.0.0",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "224.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "ff02::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:7f00:1::",
    ],
)
def test_all_others_are_not_however_they_are_wrapped(address: str) -> None:
    """Private addresses can be hidden inside IPv6 notations."""
    assert not is_public(address)


HITS = [
    {"title": f"Dunwich {n}", "url": f"https://example.org/{n}", "content": "Bells." * 100}
    for n in range(9)
]


def fetching() -> WebFetchTool:
    return WebFetchTool(shipped_prompts(), reader=WebReader(may_reach=only_this_machine))


def searching(server: Loopback) -> WebSearchTool:
    return WebSearchTool(shipped_prompts(), searxng_url=f"{server.url}/")


class TestWebFetchContract(ToolContract):
    @pytest.fixture
    def server(self) -> Iterator[Loopback]:
        with Loopback(page("<title>Dunwich</title><p>" + "The sea took it. " * 2_000)) as server:
            yield server

    @pytest.fixture
    def tool(self) -> Tool:
        return fetching()

    @pytest.fixture
    def arguments(self, server: Loopback) -> Mapping[str, Any]:
        return {"url": f"{server.url}/dunwich"}


class TestWebSearchContract(ToolContract):
    @pytest.fixture
    def server(self) -> Iterator[Loopback]:
        with Loopback(json_reply({"results": HITS})) as server:
            yield server

    @pytest.fixture
    def tool(self, server: Loopback) -> Tool:
        return searching(server)

    @pytest.fixture
    def arguments(self) -> Mapping[str, Any]:
        return {"query": "drowned churches"}


async def test_a_page_comes_with_title_address_and_text() -> None:
    """The model needs the title and address to cite a page."""
    with Loopback(page("<title>Dunwich</title><p>The sea took it.")) as server:
        answer = await fetching().execute({"url": f" {server.url}/a "})

    assert answer.body["data"] == {
        "url": f"{server.url}/a",
        "title": "Dunwich",
        "text": "The sea took it.",
    }


async def test_a_page_is_read_as_a_person_would() -> None:
    """Menus, scripts and forms would waste the context window. (RES-5.1)"""
    html = """<!doctype html><html><head><title>Drowned
 cities &amp; bells</title><style>p { color: red }</style></head>
<body><nav><a href=/>Home</a></nav><h1>Dunwich</h1>
<p>The sea took   the <b>churches</b>
one by one.</p><script>alert("no")</script><ul><li>St Peter<li>St John</ul>
<p>Bells &#8212; they say.</p><aside>Buy now<form>x</aside>after
<footer>Imprint</footer></body></html>"""
    with Loopback(page(html)) as server:
        answer = await fetching().execute({"url": server.url})

    data = answer.body["data"]
    assert data["title"] == "Drowned cities & bells"
    assert data["text"].splitlines() == [
        "Dunwich",
        "The sea took the churches one by one.",
        "St Peter",
        "St John",
        "Bells — they say.",
        "after",
    ]


async def test_a_long_page_is_cut_for_the_model() -> None:
    """The model must know that text is missing, and a long page must not fill the window."""
    with Loopback(page("The sea took it. " * 5_000, media_type="text/plain")) as server:
        answer = await fetching().execute({"url": server.url})

    sent = json.loads(answer.to_json())
    assert len(sent["data"]["text"]) == MAX_TEXT
    assert sent["left_out_characters"] > 70_000


@pytest.mark.parametrize(
    ("reply", "result", "says"),
    [
        (page("<script>1</script>"), ToolStatus.NO_RESULTS, ""),
        (page("gone", status=404), ToolStatus.ERROR, "404"),
        (page("slow down", status=429), ToolStatus.RATE_LIMITED, "429"),
        (page("\x89PNG", media_type="image/png"), ToolStatus.ERROR, "image/png"),
        (Reply(ending=Ending.DROPPED), ToolStatus.ERROR, "could not be reached"),
    ],
)
async def test_a_useless_page_is_told_and_left(reply: Reply, result: ToolStatus, says: str) -> None:
    """Each failure needs its own advice, or a model keeps fetching the same address. (RES-6.3)"""
    with Loopback(reply) as server:
        answer = await fetching().execute({"url": server.url})

    assert answer.result is result
    assert says in answer.to_json()
    assert server.url in answer.to_json()
    assert not LOOPING.search(answer.action)


async def test_private_addresses_are_not_fetched_by_default() -> None:
    """The default settings must protect the private network."""
    with Loopback(page("secret")) as server:
        answer = await WebFetchTool(shipped_prompts()).execute({"url": server.url})

    assert answer.result is ToolStatus.ERROR
    assert "not on the public web" in answer.body["error"]
    assert server.connections == 0


async def test_the_search_server_is_asked_for_json() -> None:
    """A search page in HTML could not be read reliably. (RES-7.1)"""
    with Loopback(json_reply({"results": HITS})) as server:
        answer = await searching(server).execute({"query": "drowned churches"})

    assert server.asked[0].path == "/search?q=drowned+churches&format=json"
    assert len(answer.body["data"]) == MAX_HITS
    assert answer.body["data"][0]["url"] == "https://example.org/0"


@pytest.mark.parametrize(
    ("reply", "result"),
    [
        (json_reply({"results": []}), ToolStatus.NO_RESULTS),
        (json_reply({"results": []}, 429), ToolStatus.RATE_LIMITED),
        (json_reply({"error": "no json here"}, 403), ToolStatus.ERROR),
        (json_reply(["not", "searxng"]), ToolStatus.ERROR),
        (page("<html>not json"), ToolStatus.ERROR),
        (Reply(ending=Ending.DROPPED), ToolStatus.ERROR),
    ],
)
async def test_a_search_without_hits_is_told_and_left(reply: Reply, result: ToolStatus) -> None:
    """Each failure needs its own advice, or a model keeps repeating the search."""
    with Loopback(reply) as server:
        answer = await searching(server).execute({"query": "drowned churches"})

    document = json.loads(answer.to_json())
    assert document["result"] == result
    assert "drowned churches" in answer.to_json()
    assert not LOOPING.search(document["action"])


async def test_the_search_server_s_address_is_not_told_to_the_model() -> None:
    """The server's address may contain a password, which a model must not see."""
    with Loopback(Reply(ending=Ending.DROPPED)) as server:
        url = f"http://author:swordfish@127.0.0.1:{server.port}"
        tool = WebSearchTool(shipped_prompts(), searxng_url=url)
        answer = await tool.execute({"query": "drowned churches"})

    assert "swordfish" not in answer.to_json()
    assert "127.0.0.1" not in answer.to_json()
