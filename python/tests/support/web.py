"""Pages on a loopback server for tests of the web tools."""

from __future__ import annotations

from tests.support.loopback import Reply


def page(body: str, *, media_type: str = "text/html; charset=utf-8", status: int = 200) -> Reply:
    return Reply(status=status, headers={"content-type": media_type}, chunks=(body.encode(),))


def redirect(target: str) -> Reply:
    return Reply(status=302, headers={"location": target}, chunks=(b"",) * 0)


def only_this_machine(address: str) -> bool:
    """Lets tests reach their own server, and nothing else: not even its neighbours."""
    return address == "127.0.0.1"
