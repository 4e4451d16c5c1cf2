"""Programs for the checks against other people's software, and skipping without them."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import pytest

ECOSYSTEM = Path(__file__).parents[1] / "ecosystem"
AIMOCK = ECOSYSTEM / "node_modules/@copilotkit/aimock/dist/cli.js"
REQUIRED = "QF_REQUIRE_ECOSYSTEM"


def not_here(reason: str) -> NoReturn:
    """Skip the test, or fail it if the software is required."""
    if os.environ.get(REQUIRED) == "1":
        pytest.fail(f"{reason}, although {REQUIRED} is set.")
    pytest.skip(f"{reason}.")


@contextmanager
def aimock(fixtures: Path) -> Iterator[str]:
    node = shutil.which("node")
    if node is None or not AIMOCK.is_file():
        not_here("aimock is not installed: it needs node 20 and `npm ci` in python/tests/ecosystem")
    command = [node, str(AIMOCK), "-p", "0", "-f", str(fixtures), "--strict"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            lines = iter(server.stdout or ())
            yield next(line.rpartition(" ")[2].strip() for line in lines if "listening on" in line)
        finally:
            server.terminate()


def run_node(script: str, given: object) -> Any:
    """Return the output of a script in python/tests/ecosystem for a value, both as JSON.

    Starting node takes longer than a story, so one call handles many values.
    """
    command = [_node(), str(ECOSYSTEM / script)]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def _node() -> str:
    node = shutil.which("node")
    if node is None or not (ECOSYSTEM / "node_modules/inkjs").is_dir():
        not_here(
            "Tools are not installed: they need node 20 and `npm ci` in python/tests/ecosystem"
        )
    return node
