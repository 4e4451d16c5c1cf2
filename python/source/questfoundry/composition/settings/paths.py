"""The paths of a project's files, the prompts, and the user's cache with its model files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from questfoundry.domain.errors import SettingsError

if TYPE_CHECKING:
    from questfoundry.infra.llm.gguf.models import LocalModel

_PACKAGE = Path(__file__).resolve().parents[2]


@frozen
class ProjectPaths:
    """The paths of a project's files and folders below ``root``."""

    root: Path

    @property
    def settings(self) -> Path:
        """The path of ``project.yaml``, which the author writes."""
        return self.root / "project.yaml"

    @property
    def database(self) -> Path:
        """The path of ``story.db``: artifact versions, journal, runs, conversations and books."""
        return self.root / "story.db"

    @property
    def cache(self) -> Path:
        """The folder of cached data that can be rebuilt from the database."""
        return self.root / ".cache"

    @property
    def hold_project(self) -> bool:
        """Return whether the folder contains a project's settings or database."""
        return self.settings.exists() or self.database.exists()

    @property
    def artifacts(self) -> Path:
        """The folder of the accepted artifacts as YAML files."""
        return self.root / "artifacts"

    @property
    def source(self) -> Path:
        """The folder with the original files of an imported story."""
        return self.root / "source"

    @property
    def exports(self) -> Path:
        """The folder of the files that SHIP writes."""
        return self.root / "exports"

    @property
    def prompts(self) -> Path:
        """The folder of prompts with which the project overrides the shipped ones."""
        return self.root / "prompts"

    @property
    def logs(self) -> Path:
        """The folder of the log files."""
        return self.root / "logs"


def project_folder(given: Path | None, env: Mapping[str, str]) -> Path:
    """Return the project's folder: ``given``, else ``QF_PROJECT``, else the current folder."""
    named = env.get("QF_PROJECT", "").strip()
    return given or Path(named or ".")


def find_prompts(package: Path = _PACKAGE) -> Path:
    """Return the folder of the shipped prompts, in the installed package or in its checkout.

    Raise ``SettingsError`` if neither contains prompts.
    """
    for folder in (package / "_prompts", package.parents[2] / "prompts"):
        if folder.is_dir():
            return folder
    raise SettingsError(
        f"This installation contains no prompts ({package}). Reinstall questfoundry, or set "
        "QF_PROMPTS_DIR to a folder with prompts."
    )


def models_folder() -> Path:
    """Return the folder of downloaded model files in the user's cache."""
    from platformdirs import user_cache_path

    return user_cache_path("questfoundry") / "models"


def state_folder() -> Path:
    """Return the folder that stores which projects this user trusts."""
    from platformdirs import user_state_path

    return user_state_path("questfoundry")


def list_local_models() -> tuple[LocalModel, ...]:
    """Return the models in the user's folder, and the bundled model if installed."""
    from questfoundry.infra.llm.gguf.models import list_models

    return list_models(models_folder())


def find_local_model(name: str) -> Path:
    """Return the file of the model ``name``.

    Raise ``SettingsError``, which lists the available models, if the model is missing.
    """
    from questfoundry.infra.llm.gguf.models import find_model

    return find_model(name, models_folder())


async def fetch_local_model(name: str, on_progress: Callable[[int, int], None]) -> Path:
    """Download a model to the user's folder and return its path.

    ``on_progress`` receives the number of bytes downloaded so far and the total number of bytes.
    """
    from questfoundry.infra.llm.gguf.pull import pull_model

    return await pull_model(name, models_folder(), on_progress)
