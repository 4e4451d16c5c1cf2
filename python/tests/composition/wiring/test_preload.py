"""Tests that a run imports slow code in a thread."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.chaos.question import question_of
from tests.chaos.storyteller import answer_to
from tests.support.dialects import openai_answer
from tests.support.loopback import Asked, Loopback, Reply

RUN = """
import asyncio, sys, threading
from pathlib import Path
from questfoundry.composition.project.project import Project

blocking = set()

class Watch:
    def find_spec(self, name, path=None, target=None):
        if threading.current_thread() is threading.main_thread():
            blocking.add(name)

env = {"OPENAI_BASE_URL": sys.argv[1], "QF_PROVIDER": "openai/gpt-4o"}

async def run():
    async with Project.open(Path("."), env=env) as project:
        sys.meta_path.insert(0, Watch())
        await CALL

asyncio.run(run())
slow = {"filelock", "httpcore2", "jinja2", "openai", "questfoundry.app.writing.write_story"}
assert "openai" in sys.modules and blocking
print(sorted(slow & blocking))
"""


def reply(asked: Asked) -> Reply:
    script = openai_answer(answer_to(question_of(asked)))
    return script(asked) if callable(script) else script


@pytest.mark.slow
@pytest.mark.parametrize(
    "call",
    ["project.run('A noir mystery', end='dream')", "project.run_stage('dream', 'A mystery')"],
)
def test_a_run_imports_the_sdk_of_its_model_in_a_thread(tmp_path: Path, call: str) -> None:
    """A server has other sessions, which would wait for the import of an SDK for a second."""
    (tmp_path / "project.yaml").touch()
    with Loopback(reply) as server:
        done = subprocess.run(
            [sys.executable, "-c", RUN.replace("CALL", call), f"{server.url}/v1"],
            cwd=tmp_path,
            env=dict(os.environ),
            capture_output=True,
            text=True,
            check=False,
        )
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr
