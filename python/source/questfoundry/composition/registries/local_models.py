"""The GGUF model files on this machine: listing, finding and downloading them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from questfoundry.composition.settings.paths import models_folder
from questfoundry.infra.llm.gguf.models import LocalModel, find_model, list_models


def list_local_models() -> tuple[LocalModel, ...]:
    """Return the models in the user's folder, and the bundled model if installed."""
    return list_models(models_folder())


def find_local_model(name: str) -> Path:
    """Return the file of the model ``name``.

    Raise ``SettingsError``, which lists the available models, if the model is missing.
    """
    return find_model(name, models_folder())


async def fetch_local_model(name: str, on_progress: Callable[[int, int], None]) -> Path:
    """Download a model to the user's folder and return its path.

    ``on_progress`` receives the number of bytes downloaded so far and the total number of bytes.
    """
    from questfoundry.infra.llm.gguf.pull import pull_model

    return await pull_model(name, models_folder(), on_progress)
