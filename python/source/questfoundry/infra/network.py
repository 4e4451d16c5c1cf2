"""Find the proxy and the trusted certificates for a server, and explain why both may fail.

The SDKs would read the same environment variables, but would also send requests to this computer
through a proxy, and fail with an error that names no variable.
"""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator
from functools import lru_cache
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

_PROXY_KINDS = ("http", "https", "socks5", "socks5h")
_CERTIFICATE_HINTS = (
    ("expired", "Check the clock of this computer, or renew the server's certificate."),
    ("mismatch", "Check the address: the certificate belongs to another name."),
)
_TRUST_HINT = (
    "If you trust this server, or the proxy in between, save the certificate of its authority as a "
    "PEM file, and set SSL_CERT_FILE to the path of this file."
)

PROXY_LOGIN_HINT = (
    "If the proxy asks for a name and a password, write its address as "
    "http://USER:PASSWORD@HOST:PORT."
)


def find_proxy(url: str) -> str | None:
    """Return the address of the proxy for ``url``, or ``None``.

    Addresses of this computer need no proxy. The proxy comes from ``HTTP_PROXY``, ``HTTPS_PROXY``,
    ``ALL_PROXY`` and ``NO_PROXY`` or, on Windows and macOS, from the settings of the system.
    """
    parts = urlsplit(url)
    host = parts.hostname or ""
    if _is_this_computer(host):
        return None
    proxies = getproxies()
    proxy = proxies.get(parts.scheme) or proxies.get("all")
    if not proxy or _is_exempt(host) or proxy_bypass(parts.netloc.rpartition("@")[2]):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def find_network_problem(url: str) -> str:
    """Return what is wrong with the proxy or the certificates for ``url``, or an empty text."""
    proxy = find_proxy(url)
    if proxy and not _is_usable(proxy):
        return (
            f"{_proxy_variable(url)} names the proxy {_hide_user(proxy)!r}, which cannot be used. "
            f"Write it as http://HOST:PORT or socks5://HOST:PORT, or reach the server "
            f"without it: NO_PROXY={urlsplit(url).hostname}."
        )
    return _find_certificate_problem() if urlsplit(url).scheme == "https" else ""


def _is_usable(proxy: str) -> bool:
    try:
        parts = urlsplit(proxy)
        return parts.scheme in _PROXY_KINDS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _find_certificate_problem() -> str:
    for name, path in _certificate_settings():
        if problem := _try_certificates(name, path):
            return (
                f"{name} is {path!r}, which cannot be used: {problem}. Correct the path, or unset "
                f"{name} to trust the certificates of this computer."
            )
    return ""


def build_client_options(url: str) -> dict[str, Any]:
    """Return the constructor arguments of each HTTP client (httpx, httpx2) that calls ``url``."""
    return {"verify": get_tls_context(), "proxy": find_proxy(url), "trust_env": False}


def get_tls_context() -> ssl.SSLContext:
    """Return the TLS context of all clients; creating one takes longer than a model call.

    Variables that name no usable certificates are ignored, since ``find_network_problem`` reports
    them where they matter.
    """
    return _create_tls_context(tuple(_certificate_settings()))


def explain_failure(reason: object, url: str) -> str:
    """Return what to do about ``reason``, why ``url`` could not be reached; empty if unknown."""
    text = str(reason)
    if is_about_certificate(text):
        return next((hint for word, hint in _CERTIFICATE_HINTS if word in text), _TRUST_HINT)
    if "WRONG_VERSION_NUMBER" in text or "record layer failure" in text:
        return "The server does not speak TLS. Write its address with http://."
    if proxy := _try_find_proxy(url):
        password = f" {PROXY_LOGIN_HINT}" if "407" in text else ""
        return (
            f"The request went through the proxy {_hide_user(proxy)} ({_proxy_variable(url)}). "
            f"Check the proxy, or reach the server without it: NO_PROXY={urlsplit(url).hostname}."
            f"{password}"
        )
    return ""


def is_about_certificate(reason: object) -> bool:
    """Return whether ``reason`` says that the server's certificate is not trusted."""
    return "CERTIFICATE_VERIFY_FAILED" in str(reason)


def _is_this_computer(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def _is_exempt(host: str) -> bool:
    """Return whether ``NO_PROXY`` names a network that contains ``host``."""
    try:
        address = ip_address(host)
    except ValueError:
        return False
    networks = (each.strip() for each in getproxies().get("no", "").split(",") if "/" in each)
    return any(_contains(each, address) for each in networks)


def _contains(network: str, address: object) -> bool:
    try:
        return address in ip_network(network, strict=False)
    except ValueError:
        return False


def _try_find_proxy(url: str) -> str | None:
    try:
        return find_proxy(url)
    except ValueError:
        return None


def _proxy_variable(url: str) -> str:
    names = (f"{urlsplit(url).scheme}_proxy", "all_proxy")
    found = (name for each in names for name in (each, each.upper()) if os.environ.get(name))
    return next(found, "the settings of this computer")


def _hide_user(proxy: str) -> str:
    parts = urlsplit(proxy)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _certificate_settings() -> Iterator[tuple[str, str]]:
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        if path := os.environ.get(name):
            yield name, path
            return


def _try_certificates(name: str, path: str) -> str:
    if name == "SSL_CERT_DIR":
        return "" if Path(path).is_dir() else "there is no such folder"
    try:
        ssl.create_default_context(cafile=path)
    except FileNotFoundError:
        return "there is no such file"
    except OSError as problem:
        return f"it is no readable PEM file ({problem.strerror or problem})"
    return ""


@lru_cache(maxsize=4)
def _create_tls_context(settings: tuple[tuple[str, str], ...]) -> ssl.SSLContext:
    import httpx2

    usable = not any(_try_certificates(name, path) for name, path in settings)
    return httpx2.create_ssl_context(trust_env=usable)
