"""Define the schema of ``story.db`` as numbered migrations.

A change adds a new migration; existing migrations are never edited. This module is imported only
when a migration is due.
"""

import json
import re
from collections.abc import Callable, Iterable
from sqlite3 import Connection
from typing import Any

from questfoundry.domain.artifacts.version import from_text, to_text

Migration = tuple[str, ...] | Callable[[Connection], None]


def migrate(connection: Connection, migrations: Iterable[Migration]) -> None:
    """Apply ``migrations`` in their order, inside the caller's transaction."""
    for migration in migrations:
        if callable(migration):
            migration(connection)
            continue
        for statement in migration:
            connection.execute(statement)


_RUNS_AND_JOURNAL = (
    """
    CREATE TABLE runs (
        position INTEGER PRIMARY KEY,
        id TEXT NOT NULL,
        stage TEXT NOT NULL,
        number INTEGER NOT NULL,
        status TEXT NOT NULL,
        inputs TEXT NOT NULL,
        models TEXT NOT NULL,
        started_at TEXT NOT NULL,
        ended_at TEXT,
        problem TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX idx_runs_id ON runs (id)",
    "CREATE UNIQUE INDEX idx_runs_stage_number ON runs (stage, number)",
    """
    CREATE TABLE journal (
        position INTEGER PRIMARY KEY NOT NULL,
        run_id TEXT NOT NULL,
        kind TEXT NOT NULL,
        scope TEXT NOT NULL,
        digest TEXT NOT NULL,
        occurrence INTEGER NOT NULL,
        request TEXT NOT NULL,
        response TEXT NOT NULL,
        model TEXT NOT NULL,
        input_tokens INTEGER NOT NULL,
        output_tokens INTEGER NOT NULL,
        cached_tokens INTEGER NOT NULL,
        calls INTEGER NOT NULL,
        seconds REAL NOT NULL,
        recorded_at TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX idx_journal_run_id_kind_scope_digest_occurrence "
    "ON journal (run_id, kind, scope, digest, occurrence)",
)

_ARTIFACTS = (
    """
    CREATE TABLE artifact_versions (
        stage TEXT NOT NULL,
        version INTEGER NOT NULL,
        data TEXT NOT NULL,
        made_from TEXT NOT NULL,
        origin TEXT NOT NULL,
        created_at TEXT NOT NULL,
        replaces INTEGER,
        PRIMARY KEY (stage, version)
    )
    """,
    "CREATE TABLE current_artifacts (stage TEXT PRIMARY KEY, version INTEGER NOT NULL)",
)

# WITHOUT ROWID stores the messages of a conversation next to each other, in order.
_CONVERSATIONS = (
    """
    CREATE TABLE conversations (
        position INTEGER PRIMARY KEY NOT NULL,
        id TEXT NOT NULL,
        subject TEXT NOT NULL,
        title TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX idx_conversations_id ON conversations (id)",
    """
    CREATE TABLE chat_messages (
        conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
        position INTEGER NOT NULL,
        message TEXT NOT NULL,
        pinned INTEGER NOT NULL,
        PRIMARY KEY (conversation_id, position)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX idx_chat_messages_pinned ON chat_messages (conversation_id, position) "
    "WHERE pinned",
)

# Chunk ids are ordered by book and chunk number, so a range of ids is a book or the part of it
# that may be read. Every chunk with a vector is also in the word index; triggers maintain this
# in the transaction that changes the vectors. Any change of a model's vectors changes its
# `state`, which invalidates caches.
_BOOKS = (
    """
    CREATE TABLE books (
        position INTEGER PRIMARY KEY NOT NULL,
        id TEXT NOT NULL,
        title TEXT NOT NULL,
        author TEXT NOT NULL,
        language TEXT NOT NULL,
        source TEXT NOT NULL,
        format TEXT NOT NULL,
        digest TEXT NOT NULL,
        pages INTEGER NOT NULL,
        made_pages INTEGER NOT NULL,
        chunks INTEGER NOT NULL,
        status TEXT NOT NULL,
        problem TEXT NOT NULL
    )
    """,
    "CREATE UNIQUE INDEX idx_books_id ON books (id)",
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

_HORIZON = ("ALTER TABLE conversations ADD COLUMN horizon INTEGER",)


def _store_excerpts(connection: Connection) -> None:
    # Search results in old messages are text only; this adds the excerpts as values.
    for conversation, position, stored in connection.execute(
        "SELECT conversation_id, position, message FROM chat_messages "
        "WHERE message LIKE '%search_book%' OR message LIKE '%search_library%'"
    ).fetchall():
        message = from_text(stored)
        if message["role"] == "tool_result" and (found := _excerpts_of(message["content"])):
            connection.execute(
                "UPDATE chat_messages SET message = ? WHERE conversation_id = ? AND position = ?",
                (to_text({**message, "excerpts": found}), conversation, position),
            )
    for position, stored in connection.execute(
        "SELECT position, response FROM journal "
        "WHERE kind = 'tool_result' AND request LIKE '%search_library%'"
    ).fetchall():
        response = from_text(stored)
        if found := _excerpts_of(json.dumps(response["body"])):
            connection.execute(
                "UPDATE journal SET response = ? WHERE position = ?",
                (to_text({**response, "excerpts": found}), position),
            )


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


_ARTIFACT_FILES = ("CREATE TABLE artifact_files (stage TEXT PRIMARY KEY, digests TEXT NOT NULL)",)

# A conversation about a deleted book must not attach to a later book with the same id.
_CONVERSATION_DIGEST = (
    "ALTER TABLE conversations ADD COLUMN digest TEXT NOT NULL DEFAULT ''",
    "UPDATE conversations SET digest = coalesce("
    "(SELECT digest FROM books WHERE books.id = subject), 'removed') "
    "WHERE subject LIKE 'book::%'",
    "DROP INDEX idx_chat_messages_pinned",
    "ALTER TABLE chat_messages DROP COLUMN pinned",
)

_ESTIMATED_USAGE = ("ALTER TABLE journal ADD COLUMN estimated INTEGER NOT NULL DEFAULT 0",)

# These indexes give the cost and the open turns of a session with thousands of turns without
# reading requests and responses.
_SESSIONS = (
    "CREATE INDEX idx_runs_status ON runs (stage, status)",
    "CREATE INDEX idx_runs_session ON runs "
    "(CASE WHEN json_valid(inputs) THEN json_extract(inputs, '$.session') END)",
    "CREATE INDEX idx_journal_paid ON journal (run_id, kind, scope, model, "
    "input_tokens, output_tokens, cached_tokens, estimated, seconds)",
)

_PRINTED_PAGES = (
    "ALTER TABLE chunks ADD COLUMN first_label TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE chunks ADD COLUMN last_label TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE books ADD COLUMN front_pages INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE books ADD COLUMN unread TEXT NOT NULL DEFAULT '{}'",
    "ALTER TABLE books ADD COLUMN edition INTEGER NOT NULL DEFAULT 0",
)

MIGRATIONS: tuple[Migration, ...] = (
    _RUNS_AND_JOURNAL,
    _ARTIFACTS,
    _CONVERSATIONS,
    _BOOKS,
    _HORIZON,
    _store_excerpts,
    _ARTIFACT_FILES,
    _CONVERSATION_DIGEST,
    _ESTIMATED_USAGE,
    _SESSIONS,
    _PRINTED_PAGES,
)
