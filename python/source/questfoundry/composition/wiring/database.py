"""The container of a project in PostgreSQL. Needs the extra ``database``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from dependency_injector import providers

from questfoundry.composition.wiring.adapters import build_store
from questfoundry.composition.wiring.containers import ProjectContainer
from questfoundry.composition.wiring.lazy import singleton
from questfoundry.infra.postgres.address import parse_address
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.files import PostgresProjectFiles
from questfoundry.infra.postgres.lock import PostgresProjectLock

if TYPE_CHECKING:
    from questfoundry.app.run.models import ModelSource
    from questfoundry.app.store import ProjectStore
    from questfoundry.composition.settings.settings import ProjectSettings
    from questfoundry.domain.models.settings import SourceChoices
    from questfoundry.domain.protocols.limits import CallSlots
    from questfoundry.domain.protocols.runs import EventSink


class DatabaseProjectContainer(ProjectContainer):
    """All use cases and adapters of one project in PostgreSQL; its close closes ``database``."""

    def __init__(
        self,
        settings: ProjectSettings,
        database: PostgresDatabase,
        *,
        flags: SourceChoices | None = None,
        models: ModelSource | None = None,
        sinks: Sequence[EventSink] = (),
    ) -> None:
        super().__init__(settings, flags=flags, models=models, sinks=sinks)
        self.database.override(providers.Object(database))
        self._postgres = database
        self.closing().callback(database.close)

    @singleton
    def store(self) -> ProjectStore:
        return open_store(self._postgres)

    @singleton
    def call_slots(self) -> Callable[[str], CallSlots] | None:
        from questfoundry.infra.postgres.limits import PostgresCallSlots

        def open_slots(account: str) -> CallSlots:
            slots = PostgresCallSlots(self._postgres.address.url, account)
            self.closing().callback(slots.close_pool)
            return slots

        return open_slots


def open_database(address: str, *, tenant: str = "default") -> PostgresDatabase:
    """Return the database of the project at ``address``, such as ``postgresql://host/db/my-story``.

    The first use connects. Raise ``InputError`` if ``address`` names no project.
    """
    return PostgresDatabase(parse_address(address, tenant=tenant))


def open_store(database: PostgresDatabase) -> ProjectStore:
    """Return the store of the project of ``database``, which holds its files, too."""
    return build_store(database, PostgresProjectFiles(database), PostgresProjectLock(database))
