"""A pipeline that is killed at random moments makes the same story."""

from pathlib import Path
from random import Random

import pytest

from tests.support.dream_server import DreamServer
from tests.support.editions import REPORTS
from tests.support.qf_process import PATIENCE, QfProcess

KILLS = 4
"""The long run in `tests.chaos` has many more kills."""
SETTINGS = """\
research: {corpus: false}
limits: {concurrency: 1}
ifid: 12345678-1234-4234-8234-123456789ABC
"""
COMMAND = ("run", "A noir mystery in a drowned city", "--no-minor-choices")


@pytest.mark.slow
def test_a_pipeline_killed_again_and_again_makes_the_same_story_with_the_same_calls(tmp_path):
    """No finished call may be paid for twice. (PIP-2.2)"""
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    with DreamServer() as server:
        _run(whole, server)
        calls = server.answered
    total = calls.total()
    with DreamServer() as server:
        for done in sorted(Random(5).sample(range(total), KILLS)):
            # The server saw the interrupted call, but never answered it.
            seen = len(server.bodies)
            server.hold = seen + 1 + done - server.answered.total()
            server.held.clear()
            with _process(killed, server) as process:
                assert server.held.wait(PATIENCE), process.err
                process.kill()
            assert server.answered.total() == done
        server.hold = None
        _run(killed, server)
        assert server.answered == calls
    assert _made(killed) == _made(whole)


def _process(folder: Path, server: DreamServer) -> QfProcess:
    folder.mkdir(exist_ok=True)
    (folder / "project.yaml").write_text(SETTINGS)
    return QfProcess(*COMMAND, folder=folder, env=server.env)


def _run(folder: Path, server: DreamServer) -> None:
    with _process(folder, server) as process:
        assert process.end() == 0, process.err


def _made(folder: Path) -> dict[str, bytes]:
    """Return all artifacts and exports except the reports, with durations and request numbers."""
    files = [*(folder / "artifacts").iterdir(), *(folder / "exports").iterdir()]
    return {
        path.name: path.read_bytes()
        for path in files
        if path.name not in {*REPORTS, "manifest.json"}
    }
