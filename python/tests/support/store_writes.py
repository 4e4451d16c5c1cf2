"""Each way to write to a project in a database, for tests of processes that must not write."""

from collections.abc import Callable
from datetime import UTC, datetime

from questfoundry.app.store import ProjectStore
from questfoundry.composition.wiring.database import open_store
from questfoundry.domain.chat.messages import ChatMessage, Conversation, user
from questfoundry.domain.run.inputs import StageInputs
from questfoundry.infra.postgres.database import PostgresDatabase
from questfoundry.infra.postgres.files import PostgresProjectFiles
from questfoundry.infra.storage.sql_books import SqlBookRepository, SqlChunkRepository
from questfoundry.testing.contracts.journal import an_entry
from questfoundry.testing.contracts.library import a_book, a_chunk

_NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)

_STORE_WRITES: dict[str, Callable[[ProjectStore], object]] = {
    "add an artifact": lambda store: store.artifacts.add(
        "dream", {"tone": "wry"}, made_from={}, origin="dream-1", created_at=_NOON
    ),
    "choose an artifact": lambda store: store.artifacts.make_current("dream", 1),
    "choose no artifact": lambda store: store.artifacts.make_current("dream", None),
    "change an artifact": lambda store: store.artifacts.note_made_from(
        store.artifacts.current("dream"), {"seed": 2}
    ),
    "note digests": lambda store: store.artifacts.note_file_digests("dream", {"other"}),
    "begin a run": lambda store: begin_run(store),
    "save a run": lambda store: store.runs.save(store.runs.get("dream-1")),
    "record": lambda store: store.journal.record(an_entry(digest="new")),
    "set aside": lambda store: store.journal.set_aside("dream-1"),
    "add a conversation": lambda store: store.conversations.add(Conversation(id="b", subject="s")),
    "save a conversation": lambda store: store.conversations.save(
        Conversation(id="a", subject="changed")
    ),
    "delete a conversation": lambda store: store.conversations.delete("a"),
    "save a message": lambda store: store.messages.save(
        ChatMessage(conversation_id="a", position=0, message=user("changed"))
    ),
    "append a message": lambda store: store.messages.append("a", [user("more")]),
    "write a file": lambda store: store.files.write("seed", {"tone": "wry"}),
    "change a file": lambda store: store.files.write("dream", {"tone": "changed"}),
    "remove a file": lambda store: store.files.remove("dream"),
    "truncate messages": lambda store: store.messages.truncate("a", 0),
}

_OTHER_WRITES: dict[str, Callable[[PostgresDatabase], object]] = {
    "replace a file": lambda database: PostgresProjectFiles(database).replace("a.md", "changed"),
    "delete a file": lambda database: PostgresProjectFiles(database).remove("a.md"),
    "save a book": lambda database: SqlBookRepository(database).save(a_book("b", title="New")),
    "delete a book": lambda database: SqlBookRepository(database).delete("a"),
    "add chunks": lambda database: SqlChunkRepository(database).add([a_chunk("a", 2)]),
    "change chunks": lambda database: SqlChunkRepository(database).add([a_chunk("a", 1, text="b")]),
    "remove chunks": lambda database: SqlChunkRepository(database).remove_from("a", 1),
}

WRITES: dict[str, Callable[[PostgresDatabase], object]] = {
    name: lambda database, write=write: write(open_store(database))  # type: ignore[misc]
    for name, write in _STORE_WRITES.items()
} | _OTHER_WRITES


def fill_project(database: PostgresDatabase) -> None:
    """Add the rows that the writes change."""
    _fill_store(open_store(database))
    PostgresProjectFiles(database).replace("a.md", "hello")
    SqlBookRepository(database).save(a_book("a"))
    SqlChunkRepository(database).add([a_chunk("a", 1)])


def _fill_store(store: ProjectStore) -> None:
    begin_run(store)
    store.artifacts.add("dream", {}, made_from={"seed": 1}, origin="dream-1", created_at=_NOON)
    store.artifacts.note_file_digests("dream", {"one"})
    store.files.write("dream", {})
    store.journal.record(an_entry())
    store.conversations.add(Conversation(id="a", subject="s"))
    store.messages.append("a", [user("hello")])


def begin_run(store: ProjectStore) -> object:
    """Begin another run of DREAM."""
    return store.runs.begin("dream", inputs=StageInputs(), models={}, started_at=_NOON)
