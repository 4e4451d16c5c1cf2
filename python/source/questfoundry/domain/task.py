"""The tasks under which runs are kept, beside the stages of the pipeline."""

REWRITE = "rewrite"
"""The task under which the rewriting of a passage is kept, apart from FILL."""

BOOK_CHAT = "book-chat"
"""The task under which each turn of a talk with a book is kept."""

EMBEDDING = "embedding"
"""The task under which embeddings are kept that no other run asked for."""

STUDIO = "studio"
"""The task under which each turn of a session is kept."""

DELEGATED = "delegated"
"""The task under which the runs are kept that a session launches."""

CANDIDATE = "candidate"
"""The task under which an agent's candidate for an artifact is kept."""

DRAFT = "take"
"""The task under which a proposal is kept that an author may choose."""

QUESTION = "question"
"""The task under which questions to the story itself are kept."""
