"""Fixtures for a test's own `story.db`, which is closed when the test ends."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from questfoundry.infra.storage.database import Database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "story.db", timeout=0.05)
    yield database
    database.close()
