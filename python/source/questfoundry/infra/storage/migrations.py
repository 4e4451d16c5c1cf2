"""Define the schema of ``story.db`` as numbered migrations.

A change adds a new migration; existing migrations are never edited. Loading sqlite-utils takes
longer than opening a project, so this module is imported only when a migration is due.
"""

import json
import re
from datetime import UTC, datetime
from sqlite3 import Connection
from typing import Any

from sqlite_utils import Database, Migrations

from questfoundry.domain.artifacts.version import from_text, to_text

MIGRATIONS = Migrations("questfoundry")


def migrate(connection: Connection) -> None:
    """Apply the migrations that the database lacks, inside the caller's transaction."""
    db = Database(connection, execute_plugins=False)
    _record_counted_migrations(db)
    MIGRATIONS.apply(db)


def _record_counted_migrations(db: Database) -> None:
    """Record by name the migrations of a file from an earlier version, which only counted them."""
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if not version or MIGRATIONS.applied(db):
        return
    pending = MIGRATIONS.pending(db)
    MIGRATIONS.ensure_migrations_table(db)
    now = str(datetime.now(UTC))
    db.table(MIGRATIONS.migrations_table).insert_all(
        {"migration_set": MIGRATIONS.name, "name": each.name, "applied_at": now}
        for each in pending[:version]
    )


@MIGRATIONS(name="0001_journal_and_runs")
def _journal_and_runs(db: Database) -> None:
    db.create_table(
        "runs",
        {
            "position": int,
            "id": str,
            "stage": str,
            "number": int,
            "status": str,
            "inputs": str,
            "models": str,
            "started_at": str,
            "ended_at": str,
            "problem": str,
        },
        pk="position",
        not_null={"id", "stage", "number", "status", "inputs", "models", "started_at", "problem"},
    )
    db.table("runs").create_index(["id"], unique=True)
    db.table("runs").create_index(["stage", "number"], unique=True)
    journal = {
        "position": int,
        "run_id": str,
        "kind": str,
        "scope": str,
        "digest": str,
        "occurrence": int,
        "request": str,
        "response": str,
        "model": str,
        "input_tokens": int,
        "output_tokens": int,
        "cached_tokens": int,
        "calls": int,
        "seconds": float,
        "recorded_at": str,
    }
    db.create_table("journal", journal, pk="position", not_null=set(journal))
    db.table("journal").create_index(
        ["run_id", "kind", "scope", "digest", "occurrence"], unique=True
    )


@MIGRATIONS(name="0002_artifacts")
def _artifacts(db: Database) -> None:
    versions = {
        "stage": str,
        "version": int,
        "data": str,
        "made_from": str,
        "origin": str,
        "created_at": str,
    }
    db.create_table(
        "artifact_versions",
        {**versions, "replaces": int},
        pk=("stage", "version"),
        not_null=set(versions),
    )
    db.create_table(
        "current_artifacts", {"stage": str, "version": int}, pk="stage", not_null={"version"}
    )


@MIGRATIONS(name="0003_conversations")
def _conversations(db: Database) -> None:
    conversations = {"position": int, "id": str, "subject": str, "title": str}
    db.create_table("conversations", conversations, pk="position", not_null=set(conversations))
    db.table("conversations").create_index(["id"], unique=True)
    # WITHOUT ROWID stores the messages of a conversation next to each other, in order.
    db.execute(
        """
        CREATE TABLE chat_messages (
            conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            message TEXT NOT NULL,
            pinned INTEGER NOT NULL,
            PRIMARY KEY (conversation_id, position)
        ) WITHOUT ROWID
        """
    )
    db.execute(
        "CREATE INDEX idx_chat_messages_pinned ON chat_messages (conversation_id, position) "
        "WHERE pinned"
    )


@MIGRATIONS(name="0004_books")
def _books(db: Database) -> None:
    books = {
        "position": int,
        "id": str,
        "title": str,
        "author": str,
        "language": str,
        "source": str,
        "format": str,
        "digest": str,
        "pages": int,
        "made_pages": int,
        "chunks": int,
        "status": str,
        "problem": str,
    }
    db.create_table("books", books, pk="position", not_null=set(books))
    db.table("books").create_index(["id"], unique=True)
    for statement in _BOOK_TEXT:
        db.execute(statement)


@MIGRATIONS(name="0005_horizon")
def _horizon(db: Database) -> None:
    db.execute("ALTER TABLE conversations ADD COLUMN horizon INTEGER")


@MIGRATIONS(name="0006_excerpts")
def _excerpts(db: Database) -> None:
    # Search results in old messages are text only; this adds the excerpts as values.
    messages = db.table("chat_messages")
    condition = "message LIKE '%search_book%' OR message LIKE '%search_library%'"
    for row in list(messages.rows_where(condition)):
        message = from_text(row["message"])
        if message["role"] == "tool_result" and (found := _excerpts_of(message["content"])):
            text = to_text({**message, "excerpts": found})
            messages.update((row["conversation_id"], row["position"]), {"message": text})
    journal = db.table("journal")
    condition = "kind = 'tool_result' AND request LIKE '%search_library%'"
    for row in list(journal.rows_where(condition)):
        response = from_text(row["response"])
        if found := _excerpts_of(json.dumps(response["body"])):
            journal.update(row["position"], {"response": to_text({**response, "excerpts": found})})


@MIGRATIONS(name="0007_artifact_files")
def _artifact_files(db: Database) -> None:
    files = {"stage": str, "digests": str}
    db.create_table("artifact_files", files, pk="stage", not_null={"digests"})


@MIGRATIONS(name="0008_whose_book")
def _conversation_digest(db: Database) -> None:
    db.execute("ALTER TABLE conversations ADD COLUMN digest TEXT NOT NULL DEFAULT ''")
    # A conversation about a deleted book must not attach to a later book with the same id.
    db.execute(
        "UPDATE conversations SET digest = coalesce("
        "(SELECT digest FROM books WHERE books.id = subject), 'removed') "
        "WHERE subject LIKE 'book::%'"
    )
    db.execute("DROP INDEX idx_chat_messages_pinned")
    db.execute("ALTER TABLE chat_messages DROP COLUMN pinned")


@MIGRATIONS(name="0009_estimated")
def _estimated_usage(db: Database) -> None:
    db.execute("ALTER TABLE journal ADD COLUMN estimated INTEGER NOT NULL DEFAULT 0")


@MIGRATIONS(name="0010_sessions")
def _sessions(db: Database) -> None:
    # These indexes give the cost and the open turns of a session with thousands of turns without
    # reading requests and responses.
    db.execute("CREATE INDEX idx_runs_status ON runs (stage, status)")
    db.execute(
        "CREATE INDEX idx_runs_session ON runs "
        "(CASE WHEN json_valid(inputs) THEN json_extract(inputs, '$.session') END)"
    )
    db.execute(
        "CREATE INDEX idx_journal_paid ON journal (run_id, kind, scope, model, "
        "input_tokens, output_tokens, cached_tokens, estimated, seconds)"
    )


@MIGRATIONS(name="0011_printed_pages")
def _printed_pages(db: Database) -> None:
    for table, column in (
        ("chunks", "first_label TEXT NOT NULL DEFAULT ''"),
        ("chunks", "last_label TEXT NOT NULL DEFAULT ''"),
        ("books", "front_pages INTEGER NOT NULL DEFAULT 0"),
        ("books", "unread TEXT NOT NULL DEFAULT '{}'"),
        ("books", "edition INTEGER NOT NULL DEFAULT 0"),
    ):
        db.execute(f"ALTER TABLE {table} ADD COLUMN {column}")


def _excerpts_of(content: str) -> list[dict[str, Any]]:
    try:
        data = json.loads(content)["data"]
    except (ValueError, KeyError, TypeError):
        return []
    pairs: list[tuple[object, object]] = []
    if isinstance(data, str):
        pairs += [part.partition("\n")[::2] for part in data.split("\n\n")]
    elif isinstance(data, list):
        pairs += [(each.get("passage"), each.get("text")) for each in data if hasattr(each, "get")]
    return [
        {"book": at[1] or "", "first_page": int(at[2]), "last_page": int(at[3]), "text": text}
        for label, text in pairs
        if (at := re.fullmatch(r"\[(?:(.*), |)Pages (\d+)-(\d+)\]", str(label), re.DOTALL))
    ]


# Chunk ids are ordered by book and chunk number, so a range of ids is a book or the part of it
# that may be read. Every chunk with a vector is also in the word index; triggers maintain this
# in the transaction that changes the vectors. Any change of a model's vectors changes its
# `state`, which invalidates caches.
_BOOK_TEXT = (
    """
    CREATE TABLE chunks (
        id INTEGER PRIMARY KEY,
        book INTEGER NOT NULL REFERENCES books(position) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        first_page INTEGER NOT NULL,
        last_page INTEGER NOT NULL,
        heading TEXT NOT NULL,
        text TEXT NOT NULL
    )
    """,
    "CREATE INDEX idx_chunks_pages ON chunks (book, last_page, number)",
    """
    CREATE TABLE embedding_models (
        position INTEGER PRIMARY KEY,
        name TEXT NOT NULL,
        dimension INTEGER NOT NULL,
        state TEXT NOT NULL,
        UNIQUE (name, dimension)
    )
    """,
    """
    CREATE TABLE chunk_vectors (
        chunk INTEGER PRIMARY KEY REFERENCES chunks(id),
        model INTEGER NOT NULL REFERENCES embedding_models(position),
        vector BLOB NOT NULL
    )
    """,
    "CREATE INDEX idx_chunk_vectors_model ON chunk_vectors (model, chunk)",
    """
    CREATE VIRTUAL TABLE chunk_words USING fts5 (
        heading, text, content = 'chunks', content_rowid = 'id',
        tokenize = 'porter unicode61 remove_diacritics 2'
    )
    """,
    """
    CREATE TRIGGER chunk_is_forgotten BEFORE DELETE ON chunks BEGIN
        DELETE FROM chunk_vectors WHERE chunk = old.id;
    END
    """,
    """
    CREATE TRIGGER vector_is_stored AFTER INSERT ON chunk_vectors BEGIN
        INSERT INTO chunk_words (rowid, heading, text)
            SELECT id, heading, text FROM chunks WHERE id = new.chunk;
        UPDATE embedding_models SET state = hex(randomblob(8)) WHERE position = new.model;
    END
    """,
    """
    CREATE TRIGGER vector_is_replaced AFTER UPDATE ON chunk_vectors BEGIN
        UPDATE embedding_models SET state = hex(randomblob(8))
            WHERE position IN (old.model, new.model);
    END
    """,
    """
    CREATE TRIGGER vector_is_forgotten BEFORE DELETE ON chunk_vectors BEGIN
        INSERT INTO chunk_words (chunk_words, rowid, heading, text)
            SELECT 'delete', id, heading, text FROM chunks WHERE id = old.chunk;
        UPDATE embedding_models SET state = hex(randomblob(8)) WHERE position = old.model;
    END
    """,
)
