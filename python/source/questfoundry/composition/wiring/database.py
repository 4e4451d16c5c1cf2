"""Open a project in PostgreSQL. Needs the extra ``database``, which is imported only here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from questfoundry.composition.wiring.store import build_store
from questfoundry.infra.postgres.address import parse_address
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.files import PostgresProjectFiles
from questfoundry.infra.postgres.lock import PostgresProjectLock

if TYPE_CHECKING:
    from questfoundry.app.store import ProjectStore


def open_database(address: str, *, tenant: str = "default") -> PostgresDatabase:
    """Return the database of the project at ``address``, such as ``postgresql://host/db/my-story``.

    The first use connects. Raise ``InputError`` if ``address`` names no project.
    """
    return PostgresDatabase(parse_address(address, tenant=tenant))


def open_store(database: PostgresDatabase) -> ProjectStore:
    """Return the store of the project of ``database``, which holds its files, too."""
    return build_store(database, PostgresProjectFiles(database), PostgresProjectLock(database))
