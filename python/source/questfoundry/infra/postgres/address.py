"""Read the address of a project in PostgreSQL, such as ``postgresql://host/db/my-story``."""

from __future__ import annotations

from urllib.parse import SplitResult, unquote, urlsplit

from attrs import field, frozen

from questfoundry.domain.errors import InputError

SCHEMES = ("postgresql", "postgres")
"""The URL schemes of PostgreSQL databases."""


@frozen(kw_only=True)
class ProjectAddress:
    """The URL of a database, and the tenant and name of a project in it."""

    url: str = field(repr=False)
    project: str
    tenant: str = "default"

    @property
    def place(self) -> str:
        """The address for messages, without user and password."""
        return f"{public_name(self.url)}/{self.project}"


def parse_address(address: str, *, tenant: str = "default") -> ProjectAddress:
    """Return the parts of ``address``; raise ``InputError`` if it names no database or project."""
    parts = _split(address)
    _, database, project = [*parts.path.split("/", 2), "", ""][:3]
    if parts.scheme not in SCHEMES or not database or not project or "/" in project:
        raise InputError(
            f"{public_name(address)!r} is not the address of a project. "
            "Give one such as postgresql://host/database/my-story."
        )
    url = parts._replace(path=f"/{database}").geturl()
    return ProjectAddress(url=url, project=unquote(project), tenant=tenant)


def public_name(url: str) -> str:
    """Return ``url`` without user, password and options."""
    parts = _split(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def hide_password(text: str, url: str) -> str:
    """Return ``text`` with the password of ``url`` replaced by stars."""
    password = _split(url).password
    for secret in filter(None, {password, unquote(password or "")}):
        text = text.replace(secret, "***")
    return text


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        _ = parts.port  # is checked on access only
    except ValueError as problem:
        raise InputError("The address of the database is not a URL. Check its host.") from problem
    return parts
