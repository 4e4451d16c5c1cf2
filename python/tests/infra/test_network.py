"""Tests of proxies and certificates, with a local proxy and a server that speaks TLS."""

import asyncio
import base64
import ssl
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import trustme

from questfoundry.domain import errors
from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
from questfoundry.domain.chat.messages import user
from questfoundry.domain.models.settings import Chosen
from questfoundry.domain.models.traits import ModelRef, ModelTraits
from questfoundry.domain.protocols.provider import ProviderSettings
from questfoundry.infra.llm.anthropic.provider import ANTHROPIC as ANTHROPIC_RECORD
from questfoundry.infra.llm.openai.provider import OPENAI as OPENAI_RECORD
from questfoundry.infra.network import find_network_problem, find_proxy
from tests.support.loopback import Loopback, json_reply
from tests.support.stage_runs import shipped_prompts
from tests.support.threaded_server import ThreadedServer
from tests.support.wire_providers import OPENAI, Wire, every_wire, free_port_url, streamed_or_not


class LocalProxy(ThreadedServer):
    """A proxy in its own thread; whatever host a client names, it connects to ``target``.

    ``asked`` has the host and port that each client named. ``password`` is required if given, in
    the form ``user:password``.
    """

    def __init__(self, target: int, *, kind: str = "http", password: str = "") -> None:
        self._target, self._kind, self._password = target, kind, password
        super().__init__()
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        user = f"{self._password}@" if self._password else ""
        return f"{self._kind}://{user}127.0.0.1:{self.port}"

    @property
    def url_without_password(self) -> str:
        return f"{self._kind}://127.0.0.1:{self.port}"

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talk = self._talk_socks if self._kind.startswith("socks") else self._talk_http
        try:
            await talk(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass  # the client disconnected, or the proxy stops
        finally:
            writer.close()

    async def _talk_http(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        method, place = head.decode().split()[:2]
        wanted = base64.b64encode(self._password.encode())
        if self._password and wanted not in head:
            writer.write(b"HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n")
            await _copy(reader)  # closing with unread bytes would cut the answer off
        elif method == "CONNECT":
            self.asked.append(place)
            writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            await self._connect(reader, writer)
        else:
            self.asked.append(place)
            path = "/" + place.split("/", 3)[3]
            await self._connect(reader, writer, head.replace(place.encode(), path.encode(), 1))

    async def _talk_socks(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        _, methods = await reader.readexactly(2)
        await reader.readexactly(methods)
        writer.write(b"\x05\x00")
        *_, kind = await reader.readexactly(4)
        size = (await reader.readexactly(1))[0] if kind == 3 else {1: 4, 4: 16}[kind]
        host = await reader.readexactly(size)
        port = int.from_bytes(await reader.readexactly(2))
        self.asked.append(f"{host.decode(errors='replace')}:{port}")
        writer.write(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
        await self._connect(reader, writer)

    async def _connect(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, first: bytes = b""
    ) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", self._target)
        try:
            outer.write(first)
            await asyncio.gather(_copy(reader, outer), _copy(inner, writer))
        finally:
            outer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter | None = None) -> None:
    with suppress(ConnectionError):
        while piece := await reader.read(65_536):
            if writer is not None:
                writer.write(piece)
                await writer.drain()
    if writer is not None:
        writer.close()


HOST = "models.test"

SAID = ChatResponse(text="Words.", model="m")

ASKED = ChatRequest(messages=(user("Hello?"),), max_tokens=100)

MODELS = json_reply({"data": [{"id": "m1"}]})

VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "ssl_cert_file", "ssl_cert_dir")


@pytest.fixture(autouse=True)
def no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def tls(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(HOST, "127.0.0.1").configure_cert(context)
    return context


@pytest.fixture
def trusted(authority: trustme.CA, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "authority.pem"
    authority.cert_pem.write_to_path(str(path))
    monkeypatch.setenv("SSL_CERT_FILE", str(path))
    return path


def settings(url: str, record: Any = OPENAI_RECORD) -> ProviderSettings:
    variables = {record.url_variable: url, record.key_variable: "k"}
    return ProviderSettings(variables=variables, models_folder=Path())


@every_wire
@streamed_or_not
@pytest.mark.parametrize("kind", ["http", "socks5", "socks5h"])
@pytest.mark.usefixtures("trusted")
async def test_calls_go_through_the_proxy(
    wire: Wire, streamed: bool, kind: str, tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind a company's proxy, no other way leads to a provider."""
    with (
        Loopback(wire.answer(SAID), tls=tls) as server,
        LocalProxy(server.port, kind=kind) as proxy,
    ):
        monkeypatch.setenv("ALL_PROXY", proxy.url)
        async with wire.asked_of(f"https://{HOST}:8443") as provider:
            shown: list[str] = []
            response = await provider.complete(ASKED, shown.append if streamed else None)
    assert response.text == "Words."
    assert proxy.asked == [f"{HOST}:8443"]


@pytest.mark.parametrize("kind", ["http", "socks5"])
@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.usefixtures("trusted")
def test_the_list_of_models_goes_through_the_proxy(
    kind: str, scheme: str, tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`qf doctor` said that a server is out of reach that each run reached."""
    with (
        Loopback(MODELS, tls=tls if scheme == "https" else None) as server,
        LocalProxy(server.port, kind=kind) as proxy,
    ):
        monkeypatch.setenv(f"{scheme}_proxy", proxy.url)
        answer = OPENAI_RECORD.ask(settings(f"{scheme}://{HOST}/v1"), wait=5)
    assert answer.models == ("m1",)
    assert len(proxy.asked) == 1


@every_wire
async def test_this_computer_needs_no_proxy(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy cannot reach a server on the author's own computer."""
    for name in ("HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, free_port_url())
    async with wire.serving(wire.answer(SAID)) as (provider, _):
        assert (await provider.complete(ASKED)).text == "Words."


@pytest.mark.parametrize(
    ("url", "variables", "proxy"),
    [
        ("https://a.test/v1", {"HTTPS_PROXY": "p:3128"}, "http://p:3128"),
        ("https://a.test/v1", {"HTTP_PROXY": "http://p"}, None),
        ("http://10.1.2.3:11434", {"ALL_PROXY": "socks5://p"}, "socks5://p"),
        ("http://10.1.2.3:11434", {"ALL_PROXY": "socks5://p", "NO_PROXY": "10.0.0.0/8"}, None),
        ("http://10.1.2.3:11434", {"HTTP_PROXY": "http://p", "NO_PROXY": "x, 10.1.2.3"}, None),
        ("https://api.a.test", {"HTTPS_PROXY": "http://p", "NO_PROXY": ".a.test"}, None),
        ("https://a.test:1", {"HTTPS_PROXY": "http://p", "NO_PROXY": "a.test:2"}, "http://p"),
        ("https://a.test", {"HTTPS_PROXY": "http://p", "NO_PROXY": "*"}, None),
        ("http://localhost:1234", {"HTTP_PROXY": "http://p"}, None),
        ("http://[::1]:1234", {"HTTP_PROXY": "http://p"}, None),
        ("http://[fd00::7]:1", {"HTTP_PROXY": "http://p", "NO_PROXY": "fd00::/8,bad/x"}, None),
    ],
)
def test_the_proxy_is_found_as_by_other_programs(
    url: str, variables: dict[str, str], proxy: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variables mean the same as for curl, with networks in NO_PROXY as well."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert find_proxy(url) == proxy


@every_wire
async def test_a_proxy_that_fails_is_named(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    """The address of the provider is right, so the message must not send the author there."""
    monkeypatch.setenv("HTTPS_PROXY", free_port_url().replace("//", "//me:s3cret-pw@"))
    async with wire.asked_of(f"https://{HOST}") as provider:
        with pytest.raises(errors.UnreachableError, match="HTTPS_PROXY") as raised:
            await provider.complete(ASKED)
    assert f"NO_PROXY={HOST}" in str(raised.value)
    assert "s3cret-pw" not in str(raised.value)


@every_wire
@streamed_or_not
@pytest.mark.parametrize("scheme", ["http", "https"])
async def test_a_proxy_that_wants_a_password_says_so(
    wire: Wire, streamed: bool, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The status 407 comes from the proxy, not from the provider."""
    with Loopback(MODELS) as server, LocalProxy(server.port, password="me:pw") as proxy:
        monkeypatch.setenv("ALL_PROXY", proxy.url_without_password)
        async with wire.asked_of(f"{scheme}://{HOST}") as provider:
            with pytest.raises(errors.LLMError, match="USER:PASSWORD@HOST"):
                await provider.complete(ASKED, (lambda _: None) if streamed else None)


@every_wire
@streamed_or_not
async def test_an_untrusted_certificate_is_explained(
    wire: Wire, streamed: bool, tls: ssl.SSLContext
) -> None:
    """A company's proxy shows its own certificate, and a repeated call changes nothing."""
    with Loopback(wire.answer(SAID), tls=tls) as server:
        async with wire.asked_of(server.url) as provider:
            with pytest.raises(errors.TransportExhaustedError, match="SSL_CERT_FILE"):
                await provider.complete(ASKED, (lambda _: None) if streamed else None)
        answer = OPENAI_RECORD.ask(settings(f"{server.url}/v1"), wait=5)
    assert "SSL_CERT_FILE" in answer.problem


@pytest.mark.usefixtures("trusted")
async def test_a_certificate_of_another_name_is_explained(tls: ssl.SSLContext) -> None:
    """Trusting an authority does not help against a wrong address."""
    with Loopback(MODELS, tls=tls) as server:
        async with OPENAI.asked_of(server.url.replace("127.0.0.1", "localhost")) as provider:
            with pytest.raises(errors.LLMError, match="another name"):
                await provider.complete(ASKED)


async def refuse_bytes(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer as a server without TLS does to the first bytes of TLS."""
    await reader.read(1)
    writer.write(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n")
    await writer.drain()
    writer.close()


async def test_a_server_without_tls_is_explained() -> None:
    """A local server has an address with http, which is easily mistyped."""
    async with await asyncio.start_server(refuse_bytes, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        async with OPENAI.asked_of(f"https://127.0.0.1:{port}") as provider:
            with pytest.raises(errors.UnreachableError, match="with http://"):
                await provider.complete(ASKED)


@pytest.mark.parametrize(
    ("variables", "words"),
    [
        ({"SSL_CERT_FILE": "/nowhere.pem"}, "SSL_CERT_FILE is '/nowhere.pem'"),
        ({"SSL_CERT_FILE": __file__}, "no readable PEM file"),
        ({"SSL_CERT_DIR": "/nowhere"}, "SSL_CERT_DIR is '/nowhere'"),
        ({"ALL_PROXY": "socks://p:1"}, "ALL_PROXY names the proxy 'socks://p:1'"),
        ({"https_proxy": "http://p:port"}, "https_proxy names the proxy 'http://p:port'"),
        ({"https_proxy": "http://"}, "https_proxy names the proxy 'http://'"),
        ({"https_proxy": "socks4://me:pw@p:1"}, "https_proxy names the proxy 'socks4://p:1'"),
    ],
)
def test_wrong_settings_are_named_before_any_call(
    variables: dict[str, str], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The SDKs fail with an error that names neither the variable nor the file."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    given = settings(f"https://{HOST}", ANTHROPIC_RECORD)
    chosen = Chosen(ref=ModelRef("anthropic", "m"), origin="test")
    with pytest.raises(errors.SettingsError, match="cannot be used") as raised:
        ANTHROPIC_RECORD.make(chosen, ModelTraits(), given, shipped_prompts())
    assert words in str(raised.value)
    assert words in ANTHROPIC_RECORD.ask(given, wait=1).problem


async def test_a_missing_certificate_does_not_matter_without_tls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A left-over variable must not keep the author from a server on the same computer."""
    monkeypatch.setenv("SSL_CERT_FILE", "/nowhere.pem")
    assert find_network_problem("http://127.0.0.1:11434") == ""
    async with OPENAI.serving(OPENAI.answer(SAID)) as (provider, _):
        assert (await provider.complete(ASKED)).text == "Words."


def test_certificates_are_read_again_when_the_variable_changes(
    trusted: Path, tls: ssl.SSLContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that embeds the library may set the variable late."""
    with Loopback(MODELS, MODELS, tls=tls) as server:
        given = settings(f"{server.url}/v1")
        assert OPENAI_RECORD.ask(given, wait=5).models == ("m1",)
        monkeypatch.delenv("SSL_CERT_FILE")
        assert not OPENAI_RECORD.ask(given, wait=5).reachable
    assert trusted.is_file()
