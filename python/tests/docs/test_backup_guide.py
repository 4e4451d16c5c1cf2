"""The guide on backups: a project that is moved, restored or without its database."""

from pathlib import Path
from shutil import copytree, rmtree

import pytest

from tests.docs.test_examples import DOCS
from tests.support.dream_server import DreamServer
from tests.support.qf import Said, qf

GUIDE = DOCS / "guides/backup.md"
SETTINGS = "logging: {enabled: true}\n"


def test_the_guide_on_backups_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An author who restores a backup must neither be shut out nor pay again. (FGN-6.3)"""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    with DreamServer() as server:

        def call(*words: str) -> Said:
            return qf(*words, env={**server.env, "QF_TRUST": ""})

        assert call("init", "My story").code == 0
        project = tmp_path / "my-story"
        (project / "project.yaml").write_text(SETTINGS)
        assert call("dream", "A noir", "-I", "-p", "my-story").code == 0
        calls = server.answered.total()
        project.rename(tmp_path / "moved")
        assert call("status", "-p", "moved").code == 0
        copytree(tmp_path / "moved", project)
        assert call("status", "-p", "my-story").code == 0

        rmtree(tmp_path / "state")  # another computer
        asked = call("status", "-p", "my-story")
        assert asked.code == 3
        assert "openai/gpt-4o" in asked.err
        [command] = [
            line for line in GUIDE.read_text().splitlines() if line.startswith("qf status")
        ]
        assert call(*command.split()[1:]).code == 0
        assert call("status", "-p", "my-story").code == 0

        (project / "story.db").rename(tmp_path / "damaged.db")
        assert call("run", "-p", "my-story", "--to", "dream").code == 0
        assert "dream-1" not in call("runs", "-p", "my-story").out
        (project / "artifacts/dream.yaml").unlink()
        assert call("status", "-p", "my-story").code == 0
        assert (project / "artifacts/dream.yaml").exists()
        assert server.answered.total() == calls
