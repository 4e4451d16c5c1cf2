"""Tests of reading web pages within limits of address, size and time."""

import pytest

from questfoundry.infra.research.web import WebError, WebReader, is_public
from tests.support.loopback import Ending, Loopback, Reply, only_this_machine, page, redirect


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
