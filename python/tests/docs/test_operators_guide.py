"""The operators' guide: each command works on a real database, in the guide's order."""

import shlex
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.support.checkout import DOCS, ROOT, blocks
from tests.support.postgres import PostgresServer, _programs
from tests.support.qf import qf
from tests.support.qf_process import QfProcess

GUIDE = DOCS / "guides/operators.md"
ADDRESS = "@db.example/stories"


@pytest.fixture
def own_database(postgres_server: PostgresServer) -> Any:
    """Remove what the guide creates on the server that all tests share."""
    yield postgres_server
    for statement in (
        "DROP DATABASE IF EXISTS stories WITH (FORCE)",
        "DROP DATABASE IF EXISTS stories_again WITH (FORCE)",
        "DROP ROLE IF EXISTS stories_program",
    ):
        postgres_server.administer(statement)


@pytest.mark.slow
def test_the_commands_of_the_guide_work(
    own_database: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An operator who follows the guide must get a story, with a user who owns no table."""
    monkeypatch.chdir(tmp_path)
    host = f"@127.0.0.1:{own_database.port}/stories"
    env = {"QF_PROVIDER": "draft/scenes"}
    with ExitStack() as workers:
        for block in read_blocks():
            text = block.text.replace(ADDRESS, host)
            if block.language == "sql":
                for statement in filter(str.strip, text.split(";")):
                    own_database.administer(statement)
                continue
            for line in text.splitlines():
                run(line, env, host, workers)
    assert (tmp_path / "my-story/manifest.json").exists()
    with psycopg.connect(own_database.url("stories_again")) as restored:
        assert restored.execute("SELECT count(*) FROM qf_data.projects").fetchone() == (2,)


def read_blocks() -> list[Any]:
    """Return the blocks of both languages in the order of the guide."""
    text = GUIDE.read_text("utf-8")
    found = [*blocks(GUIDE, "sql"), *blocks(GUIDE, "shell")]
    return sorted(found, key=lambda each: text.index(each.text))


def run(line: str, env: dict[str, str], host: str, workers: ExitStack) -> None:
    program, *words = shlex.split(line)
    match program:
        case "export":
            name, _, value = words[0].partition("=")
            env[name] = env.get(name) or value
        case "qf" if words[0] == "worker":
            workers.enter_context(QfProcess(*words, folder=Path.cwd(), env=env))
        case "qf":
            qf(*words, env=env, code=0)
        case _:
            if program == "pg_restore":
                with psycopg.connect(
                    f"postgresql://postgres{host.removesuffix('/stories')}/postgres",
                    autocommit=True,
                ) as admin:
                    admin.execute("CREATE DATABASE stories_again TEMPLATE template0")
            subprocess.run([_programs() / program, *words], check=True)


def test_the_compose_file_fits_the_schema_of_compose() -> None:
    """An operator must be able to start the example with any version of Docker Compose."""
    words = ["check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    file = ROOT / "examples/operators/docker-compose.yml"
    done = subprocess.run([sys.executable, "-m", *words, file], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
