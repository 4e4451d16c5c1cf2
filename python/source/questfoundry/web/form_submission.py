"""Redirect after a form whose page stays open until the answer arrives, so that no text is lost."""

from __future__ import annotations

from attrs import frozen
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send


@frozen
class FormRedirects:
    """ASGI middleware that answers forms sent by htmx with an ``HX-Redirect`` header.

    After a response with status 303, the browser would load the new page inside the htmx request
    and continue to show the old one.
    """

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the application.

        In answers to forms sent by htmx, an ``HX-Redirect`` header replaces status 303.
        """
        if scope["type"] == "http" and is_page_form(Request(scope)):
            send = _redirect_by_header(send)
        await self.app(scope, receive, send)


def is_page_form(request: Request) -> bool:
    """Return whether htmx sent the form; if so, its page stays open until the answer arrives."""
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
