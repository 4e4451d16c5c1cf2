"""The secrets of a desk: addresses that open the desk once, a cookie, and a password.

Browsers send a cookie to every port of this computer, so any other local server sees the cookie and
can copy it. But they send a password (HTTP Basic authentication) only to the port that asked for
the password. So each request must carry both. The author types no password: the page that a
one-time address opens gives it to the browser. The browser then adds it to every page, form,
download and stream, in each tab.
"""

import asyncio
import hmac
import re
import secrets
from base64 import b64encode

from attrs import field, frozen
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from questfoundry.web.rendering import render

LOOPBACK = "127.0.0.1"
TOKEN = "token"  # noqa: S105  the name of the parameter
_ENTER = "/enter"
_USER = "desk"
_REALM = 'Basic realm="The desk"'
# A browser keeps one password for each realm, so a restarted desk replaces the old password.
_ENTRY_POLICY = (
    "default-src 'none'; script-src 'nonce-{}'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
_ENTRY_PATH = re.compile(r"/[a-z]*")  # the paths that the entry page may lead to
_REMEDY = "Open the desk with the newest address that qf desk shows in the terminal."
_UNKNOWN = f"This browser may not use the desk. {_REMEDY}"
_USED = f"This address was used already, or the desk was started again since. {_REMEDY}"


@frozen
class Invitation:
    """An address that opens the desk once; ``used`` is set as soon as it has."""

    address: str
    used: asyncio.Event = field(factory=asyncio.Event)


class Entrance:
    """The entrance of the desk at ``port``, with secrets that end with the desk."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._invitations: dict[str, Invitation] = {}
        self._cookie, self._password = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        credentials = b64encode(f"{_USER}:{self._password}".encode()).decode()
        self._authorization = f"Basic {credentials}"

    def invite(self, path: str = "/") -> Invitation:
        """Return a new address that opens the page at ``path`` once."""
        token = secrets.token_urlsafe(32)
        invitation = Invitation(f"http://{LOOPBACK}:{self.port}{path}?{TOKEN}={token}")
        self._invitations[token] = invitation
        return invitation

    def new_address(self, path: str = "/") -> str:
        """Return the address of a new invitation to the page at ``path``."""
        return self.invite(path).address

    def answer(self, request: Request) -> Response | None:
        """Return a refusal or a page of the entrance, or ``None`` if the desk may answer."""
        if TOKEN in request.query_params and request.method == "GET":
            return self._admit(request)
        if not self._has_cookie(request):
            return _refuse(_UNKNOWN)
        if request.url.path == _ENTER:
            return self._ask_password(request)
        return None if self._has_password(request) else _refuse(_UNKNOWN)

    def _admit(self, request: Request) -> Response:
        path = _allowed_path(request.url.path)
        invitation = self._invitations.pop(request.query_params[TOKEN], None)
        if invitation is None:
            return _lead(request, path) if self._has_password(request) else _refuse(_USED)
        invitation.used.set()
        return self._hand_over(request.headers["host"], path)

    def _hand_over(self, host: str, path: str) -> Response:
        address = f"http://{_USER}:{self._password}@{host}{_ENTER}?to={path}"
        nonce = secrets.token_urlsafe(16)
        response = HTMLResponse(render("enter.html", address=address, nonce=nonce))
        response.headers["content-security-policy"] = _ENTRY_POLICY.format(nonce)
        response.set_cookie(self._cookie_name, self._cookie, httponly=True, samesite="strict")
        return response

    def _ask_password(self, request: Request) -> Response:
        if self._has_password(request):
            return _lead(request, _allowed_path(request.query_params.get("to", "/")))
        return PlainTextResponse(
            f"{_UNKNOWN}\n", status_code=401, headers={"www-authenticate": _REALM}
        )

    @property
    def _cookie_name(self) -> str:
        return f"qf-desk-{self.port}"

    def _has_cookie(self, request: Request) -> bool:
        return _is_equal(request.cookies.get(self._cookie_name, ""), self._cookie)

    def _has_password(self, request: Request) -> bool:
        return _is_equal(request.headers.get("authorization", ""), self._authorization)


def _is_equal(given: str, secret: str) -> bool:
    return hmac.compare_digest(given.encode(), secret.encode())


def _allowed_path(path: str) -> str:
    return path if _ENTRY_PATH.fullmatch(path) else "/"


def _lead(request: Request, path: str) -> Response:
    # No redirect, which would come from the other site: then browsers send no strict cookie.
    # The address is complete, because a relative one would keep the password of this address.
    address = f"http://{request.headers['host']}{path}"
    return HTMLResponse(render("redirect.html", address=address))


def _refuse(why: str) -> Response:
    return PlainTextResponse(f"{why}\n", status_code=403)
