"""The folder of the shipped prompts, and the names of a project's files."""

import pytest

from questfoundry.composition.settings.paths import ProjectPaths, find_prompts
from questfoundry.domain.errors import SettingsError


def test_an_installed_package_uses_its_own_copy_of_the_prompts(tmp_path):
    """Without its prompts, an installed package could not run any stage."""
    package = tmp_path / "python" / "source" / "questfoundry"
    (package / "_prompts").mkdir(parents=True)
    (tmp_path / "prompts").mkdir()
    assert find_prompts(package) == package / "_prompts"
    (package / "_prompts").rmdir()
    assert find_prompts(package) == tmp_path / "prompts"


def test_an_installation_without_prompts_says_what_to_do(tmp_path):
    """A broken installation must name the variable that helps."""
    with pytest.raises(SettingsError, match="set QF_PROMPTS_DIR"):
        find_prompts(tmp_path / "a" / "b" / "c")


def test_a_projects_files_lie_in_its_folder(tmp_path):
    paths = ProjectPaths(tmp_path)
    files = (paths.settings, paths.database, paths.artifacts, paths.prompts, paths.logs)
    assert [path.relative_to(tmp_path).as_posix() for path in files] == [
        "project.yaml",
        "story.db",
        "artifacts",
        "prompts",
        "logs",
    ]
