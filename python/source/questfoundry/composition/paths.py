"""The paths of a project's files, the prompts, and the user's cache."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from questfoundry.domain.errors import SettingsError

_PACKAGE = Path(__file__).resolve().parents[1]


@frozen
class ProjectPaths:
    """The names of a project's files."""

    root: Path

    @property
    def settings(self) -> Path:
        """``project.yaml``, written by the author."""
        return self.root / "project.yaml"

    @property
    def database(self) -> Path:
        """``story.db``: versions, journal, runs, conversations, books."""
        return self.root / "story.db"

    @property
    def cache(self) -> Path:
        """What can be made anew from the database, and is kept to save time."""
        return self.root / ".cache"

    @property
    def hold_project(self) -> bool:
        """Whether the folder is a project already."""
        return self.settings.exists() or self.database.exists()

    @property
    def artifacts(self) -> Path:
        """The accepted artifacts as YAML files."""
        return self.root / "artifacts"

    @property
    def source(self) -> Path:
        """The files of an imported story, as their author wrote them."""
        return self.root / "source"

    @property
    def exports(self) -> Path:
        """The files that SHIP makes."""
        return self.root / "exports"

    @property
    def prompts(self) -> Path:
        """The project's own versions of single prompts."""
        return self.root / "prompts"

    @property
    def logs(self) -> Path:
        """Where logs are written when logging is on."""
        return self.root / "logs"


def project_folder(given: Path | None, env: Mapping[str, str]) -> Path:
    """The project to work in: what was given, else ``QF_PROJECT``, else the current folder."""
    named = env.get("QF_PROJECT", "").strip()
    return given or Path(named or ".")


def find_prompts(package: Path = _PACKAGE) -> Path:
    """The prompts that come with the program: in the package, or in its checkout."""
    for folder in (package / "_prompts", package.parents[2] / "prompts"):
        if folder.is_dir():
            return folder
    raise SettingsError(
        f"This installation contains no prompts ({package}). Reinstall questfoundry, or set "
        "QF_PROMPTS_DIR to a folder with prompts."
    )


def models_folder() -> Path:
    """The user's cache of model files."""
    from platformdirs import user_cache_path

    return user_cache_path("questfoundry") / "models"


def state_folder() -> Path:
    """Where what this user agreed to is remembered."""
    from platformdirs import user_state_path

    return user_state_path("questfoundry")
