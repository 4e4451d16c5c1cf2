"""The horizon: the last page that a reader has come to, beyond which nothing is shown."""

from __future__ import annotations

from questfoundry.domain.library.book import Chunk


def within(chunk: Chunk, horizon: int | None) -> bool:
    """Whether one may see the chunk; one that ends beyond the horizon is not shown in part."""
    return horizon is None or chunk.last_page <= horizon
