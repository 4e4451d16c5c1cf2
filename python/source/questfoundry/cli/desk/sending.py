"""Redirects for forms whose page stays open, so that typed text is not lost."""

from __future__ import annotations

from attrs import frozen
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send


@frozen
class FormRedirects:
    """The application, which tells such a page where to go once it is done.

    A redirection would be followed out of the page's sight, and the page would stay.
    """

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer; only a redirection of what a page itself sent is worded otherwise."""
        if scope["type"] == "http" and is_page_form(Request(scope)):
            send = _redirect_by_header(send)
        await self.app(scope, receive, send)


def is_page_form(request: Request) -> bool:
    """Whether a form was sent by its page, which stays."""
    return request.method == "POST" and "hx-request" in request.headers


def _redirect_by_header(send: Send) -> Send:
    async def send_redirect(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 303:
            headers = MutableHeaders(scope=message)
            headers["hx-redirect"] = headers["location"]
            del headers["location"]
            message["status"] = 200
        await send(message)

    return send_redirect
