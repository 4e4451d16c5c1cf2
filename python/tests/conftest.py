"""Fixtures for every test: no setting of the user, and no race against a clock."""

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from hypothesis import settings

from tests.support.ecosystem import REQUIRED
from tests.support.postgres import PostgresServer, shared_server

_SETTINGS = ("QF_", "OPENAI_", "ANTHROPIC_", "OLLAMA_", "SEARXNG_", "LANGSMITH_", "OTEL_")

for _name in [name for name in os.environ if name.startswith(_SETTINGS) and name != REQUIRED]:
    del os.environ[_name]

# Projects of tests set models and servers; the trust is stored only in a temporary folder.
os.environ["QF_TRUST"] = "1"
os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="qf-tests-")
atexit.register(shutil.rmtree, os.environ["XDG_STATE_HOME"], ignore_errors=True)
# A folder in place of the file, so that no draft depends on the drafts of earlier tests.
Path(os.environ["XDG_STATE_HOME"], "questfoundry", "draft-premises").mkdir(parents=True)

if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    # Without a cache, each process would compile a thousand files and rewrite the asserts of three
    # hundred, which takes longer than most tests. The cache lies outside the sources.
    sys.dont_write_bytecode = False
    sys.pycache_prefix = str(Path(__file__).parents[2] / ".pytest_cache/bytecode")
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

# Use the same examples each time, so a run fails only because of a change. The option
# --hypothesis-profile=daily tries four times as many, and --hypothesis-profile=explore new ones.
settings.register_profile("explore", deadline=None, max_examples=100)
settings.register_profile("daily", deadline=None, derandomize=True, max_examples=100)
settings.register_profile("change", deadline=None, derandomize=True, max_examples=25)
settings.load_profile("change")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Move files with slow tests to the front, so that all workers end at about the same time."""
    slow = {
        item.path
        for item in items
        if any(item.get_closest_marker(name) for name in ("slow", "ecosystem"))
    }
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish() -> None:
    """Search less often for unused objects, and never among what collection has made.

    With Python's own threshold of 700 new objects, the searches take a tenth of the time of a run.
    """
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.fixture(scope="session")
def postgres_server() -> PostgresServer:
    """Return the PostgreSQL server that all tests of this run share."""
    return shared_server()


@pytest.fixture
def empty_database(postgres_server: PostgresServer) -> Iterator[str]:
    """Yield the URL of a PostgreSQL database without tables."""
    url = postgres_server.create_database()
    yield url
    postgres_server.drop_database(url)


@pytest.fixture(scope="session")
def shared_database(postgres_server: PostgresServer) -> str:
    """Return the URL of a database with all tables, which the tests of a process share."""
    from questfoundry.infra.postgres.migrations import upgrade

    url = postgres_server.create_database()
    upgrade(url)
    return url


@pytest.fixture
def postgres_project(shared_database: str) -> str:
    """Return the address of a new project in PostgreSQL."""
    return f"{shared_database}/p{uuid4().hex}"
