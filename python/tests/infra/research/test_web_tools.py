"""Tests of `web_fetch` and `web_search` against loopback servers."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from questfoundry.domain.chat.envelope import MAX_TEXT, ToolStatus
from questfoundry.domain.protocols.workspace import Tool
from questfoundry.infra.research.tools import MAX_HITS, WebFetchTool, WebSearchTool
from questfoundry.infra.research.web import WebReader
from questfoundry.testing.contracts.world import LOOPING, ToolContract
from tests.support.loopback import Ending, Loopback, Reply, json_reply, only_this_machine, page
from tests.support.stage_runs import shipped_prompts

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
