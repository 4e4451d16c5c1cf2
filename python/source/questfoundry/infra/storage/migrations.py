"""The schema of ``story.db``, as numbered changes: append to them, never edit one.

``PRAGMA user_version`` of a file says how many of them it has had.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from sqlite3 import Connection
from typing import Any

from questfoundry.domain.plain import from_text, to_text

_JOURNAL_AND_RUNS = (
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
        position INTEGER PRIMARY KEY,
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
# Without a rowid the messages of a conversation lie side by side, in order.
_CONVERSATIONS = (
    """
    CREATE TABLE conversations (
        position INTEGER PRIMARY KEY,
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
# A chunk's id grows with its number, book after book, so that a range of ids is a book, or
# what one may read of it. What has a vector, of whatever model, is also in the word index:
# the triggers see to it, in the transaction that changes the vectors. Whenever the vectors
# of a model change, its `state` becomes another.
_BOOKS = (
    """
    CREATE TABLE books (
        position INTEGER PRIMARY KEY,
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


def _excerpts(connection: Connection) -> None:
    """What searches showed of books was text alone; from now on values stand beside it."""
    messages = connection.execute(
        "SELECT message, conversation_id, position FROM chat_messages "
        "WHERE message LIKE '%search_book%' OR message LIKE '%search_library%'"
    )
    for text, *key in messages.fetchall():
        message = from_text(text)
        if message["role"] == "tool_result" and (found := _excerpts_of(message["content"])):
            connection.execute(
                "UPDATE chat_messages SET message = ? WHERE conversation_id = ? AND position = ?",
                (to_text({**message, "excerpts": found}), *key),
            )
    results = connection.execute(
        "SELECT response, position FROM journal "
        "WHERE kind = 'tool_result' AND request LIKE '%search_library%'"
    )
    for text, position in results.fetchall():
        response = from_text(text)
        if found := _excerpts_of(json.dumps(response["body"])):
            connection.execute(
                "UPDATE journal SET response = ? WHERE position = ?",
                (to_text({**response, "excerpts": found}), position),
            )


def _excerpts_of(content: str) -> list[dict[str, Any]]:
    """What the text of an envelope shows; none where a tool of another form bore the name."""
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


def _statements(statements: tuple[str, ...]) -> Callable[[Connection], None]:
    def run(connection: Connection) -> None:
        for statement in statements:
            connection.execute(statement)

    return run


MIGRATIONS: tuple[Callable[[Connection], None], ...] = (
    _statements(_JOURNAL_AND_RUNS),
    _statements(_ARTIFACTS),
    _statements(_CONVERSATIONS),
    _statements(_BOOKS),
    _statements(_HORIZON),
    _excerpts,
)


def migrate(connection: Connection, to: int = len(MIGRATIONS)) -> None:
    """Apply what is missing up to change number ``to``, inside the caller's transaction."""
    for number in range(schema_of(connection), to):
        MIGRATIONS[number](connection)
        connection.execute(f"PRAGMA user_version = {number + 1}")


def schema_of(connection: Connection) -> int:
    """How many changes the file has had."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    return version
