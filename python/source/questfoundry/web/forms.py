"""Read submitted forms, keep what was typed, and decide whether a form may replace a text."""

import re
from pathlib import PureWindowsPath
from typing import Any, Protocol
from urllib.parse import parse_qsl

from attrs import frozen
from starlette.datastructures import ImmutableMultiDict, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from questfoundry.domain.errors import InputError
from questfoundry.domain.text.digest import digest

_MAX_FIELDS = 2_000
_MAX_STEM = 60


class Form(ImmutableMultiDict[str, str]):
    """The fields of a submitted form, in the order of the form."""

    def get(self, key: str, default: Any = "") -> Any:
        """Return the stripped first value of the field ``key``, or ``default``."""
        return next(iter(self.getlist(key)), default).strip()

    def pairs(self, first: str, second: str) -> list[tuple[str, str]]:
        """Return pairs of the values of two repeated fields: first with first, and so on."""
        return list(zip(self.getlist(first), self.getlist(second), strict=False))


NO_FORM = Form()


async def read_form(request: Request) -> Form:
    """Return the submitted form; raise ``InputError`` if the request body is not a valid form."""
    body = await request.body()
    try:
        found = parse_qsl(
            body.decode(), keep_blank_values=True, errors="strict", max_num_fields=_MAX_FIELDS
        )
    except ValueError as problem:
        raise InputError(
            "The form could not be read. Reload the page and send it again."
        ) from problem
    return Form(found)


@frozen
class FormRedirects:
    """ASGI middleware that turns redirects after htmx forms into an ``HX-Redirect`` header.

    A browser follows a response with status 303 within the htmx request, so the page would not
    change to the new address.
    """

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application; turn redirects (303) after htmx forms into the header."""
        if scope["type"] == "http" and is_page_form(Request(scope)):
            send = _redirect_by_header(send)
        await self.app(scope, receive, send)


def is_page_form(request: Request) -> bool:
    """Return whether ``request`` is a form that htmx sent from a page, which then stays open."""
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


class _Form(Protocol):
    def get(self, name: str, /) -> str: ...


class FormSaves:
    """The digest of the text that each open form saved last, by the id in its field ``form``.

    If the answer to a save is lost, the form still sends the digest of an older text as ``known``.
    """

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}

    def can_replace(self, form: _Form, stored: str, typed: str) -> bool:
        """Return whether ``form`` may replace the text ``stored`` by the text ``typed``.

        This is so if ``stored`` equals ``typed``, the text that the form showed, or the text that
        the form saved last.
        """
        current = digest(stored)
        return typed == stored or current in (
            form.get("known"),
            self._digests.get(form.get("form")),
        )

    def note(self, form: _Form, stored: str) -> str:
        """Note that ``form`` saved the text ``stored``, and return the digest of the text."""
        if identifier := form.get("form"):
            self._digests[identifier] = digest(stored)
        return digest(stored)


def plain_name(name: str) -> str:
    """Return ``name`` as a safe file name, without folders and without special characters.

    The part before the suffix has at most 60 characters.
    """
    path = PureWindowsPath(name)
    suffix = path.suffix if re.fullmatch(r"[.][A-Za-z0-9]{1,12}", path.suffix) else ""
    stem = path.name.removesuffix(suffix)
    plain = " ".join(re.sub(r"[^\w ()-]", " ", stem).split())[:_MAX_STEM].strip()
    return f"{plain or 'story'}{suffix}"
