"""The GGUF model files on this machine: listing, finding and downloading them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from questfoundry.composition.paths import models_folder
from questfoundry.infra.llm.gguf.models import LocalModel, find_model, list_models


def list_local_models() -> tuple[LocalModel, ...]:
    """The models in the user's folder, and the bundled one where it is installed."""
    return list_models(models_folder())


def find_local_model(name: str) -> Path:
    """The file of a model; ``SettingsError`` names those that there are."""
    return find_model(name, models_folder())


async def fetch_local_model(name: str, on_progress: Callable[[int, int], None]) -> Path:
    """Fetch a model into the user's folder; ``on_progress`` gets bytes here and bytes in all."""
    from questfoundry.infra.llm.gguf.pull import pull_model

    return await pull_model(name, models_folder(), on_progress)
