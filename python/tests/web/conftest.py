"""A written story on disk, for the tests of the web interface."""

import asyncio
from pathlib import Path
from shutil import copytree

import pytest

from tests.support.desk import finished_project


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return asyncio.run(finished_project(tmp_path_factory.mktemp("made")))


@pytest.fixture
def project(made: Path, tmp_path: Path) -> Path:
    return Path(copytree(made, tmp_path / "story"))
