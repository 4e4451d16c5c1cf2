"""A woven story that the commands read."""

from pathlib import Path

import pytest

from tests.support.woven_project import woven_project


@pytest.fixture(scope="package")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return woven_project(tmp_path_factory.mktemp("woven") / "ledger")
