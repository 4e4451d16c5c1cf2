"""List the task names under which runs are stored, in addition to the names of the stages."""

REWRITE = "rewrite"
"""The task of a rewrite of one passage, separate from FILL."""

BOOK_CHAT = "book-chat"
"""The task of one turn of a conversation with a book."""

EMBEDDING = "embedding"
"""The task of embeddings that belong to no other run."""

STUDIO = "studio"
"""The task of one turn of a session."""

DELEGATED = "delegated"
"""The task of a run that a session launches."""

CANDIDATE = "candidate"
"""The task of an agent's candidate for an artifact."""

DRAFT = "take"
"""The task of a draft that an author may choose."""

QUESTION = "question"
"""The task of a question about the story."""
