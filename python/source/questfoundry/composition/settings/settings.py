"""The settings of a project: ``project.yaml`` and the environment.

A flag overrides a variable, a variable overrides ``project.yaml``, and the file overrides the
built-in default.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from attrs import frozen
from pydantic import ValidationError

from questfoundry.composition.registries.providers import ProviderRegistry
from questfoundry.composition.settings.environment import Environment
from questfoundry.composition.settings.errors import build_settings_error
from questfoundry.composition.settings.paths import (
    ProjectPaths,
    find_prompts,
    models_folder,
    project_folder,
)
from questfoundry.composition.settings.project_file import ProjectFile
from questfoundry.domain.errors import QuestFoundryError, SettingsError
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.settings import ProviderChoices, SourceChoices
from questfoundry.domain.models.traits import ModelTraits, Phase
from questfoundry.domain.protocols.provider import ProviderSettings
from questfoundry.infra.llm.openai.compatible import build_endpoint
from questfoundry.infra.storage.project_file import read_project_file


@frozen(kw_only=True)
class PromptsFolder:
    """A folder of prompts, and the origin of the choice, such as ``QF_PROMPTS_DIR``."""

    folder: Path
    origin: str


@frozen(kw_only=True)
class ProjectSettings:
    """The effective settings of a project; ``log`` enables logging of calls and events."""

    paths: ProjectPaths
    file: ProjectFile
    environment: Environment
    log: bool = False

    @property
    def name(self) -> str:
        """The name of the story in ``project.yaml``, else the name of its folder."""
        return self.file.name or self.paths.root.resolve().name

    @property
    def logging(self) -> bool:
        """Return whether calls and events are logged."""
        return self.log or self.file.logging.enabled or self.environment.tracing

    @cached_property
    def providers(self) -> ProviderRegistry:
        """All model providers, including the endpoints of ``project.yaml``."""
        return ProviderRegistry(
            build_endpoint(
                name, base_url=given.base_url, key_variable=given.key, traits=given.traits
            )
            for name, given in self.file.endpoints.items()
        )

    def traits_of(self, ref: ModelRef) -> ModelTraits:
        """Return a model's known traits, overridden by ``models`` in ``project.yaml``."""
        return self.providers[ref.provider].traits_of(ref.model, self.file.models.get(str(ref)))

    def provider_settings(self, folder: Path | None = None) -> ProviderSettings:
        """Return the settings for providers.

        ``folder`` replaces the user's folder of model files.
        """
        return ProviderSettings(
            variables=self.environment.variables,
            models_folder=folder or models_folder(),
            timeout=self.file.limits.timeout,
            longest_answer=self.file.limits.longest_answer,
        )

    @property
    def searxng_url(self) -> str | None:
        """The address of the SearXNG server for web searches, or ``None``."""
        return self.environment.searxng_url or self.file.research.searxng_url

    def collect_choices(self, flags: SourceChoices | None = None) -> ProviderChoices:
        """Return the models that flags, variables and ``project.yaml`` name."""
        providers = self.file.providers
        keys = (
            SourceChoices(
                general=providers.default,
                phases={phase: getattr(providers, phase.value) for phase in Phase},
            )
            if providers
            else SourceChoices()
        )
        return ProviderChoices(
            flags=flags or SourceChoices(), variables=self.environment.providers, keys=keys
        )

    def find_prompts_folder(self, given: Path | None = None) -> PromptsFolder:
        """Return the first prompts folder that is set, with its origin.

        The order is ``given``, ``QF_PROMPTS_DIR``, ``prompts_dir``, the shipped prompts. Raise
        ``SettingsError`` if that folder does not exist.
        """
        root = self.paths.root
        named = {
            "the given folder of prompts": given,
            "QF_PROMPTS_DIR": self.environment.prompts_dir,
            "prompts_dir in project.yaml": self.file.prompts_dir and root / self.file.prompts_dir,
        }
        for origin, folder in named.items():
            if folder is None:
                continue
            if not folder.is_dir():
                raise SettingsError(
                    f"{str(folder)!r}, from {origin}, is not a folder. Name a folder with prompts, "
                    "or remove the setting."
                )
            return PromptsFolder(folder=folder, origin=origin)
        return PromptsFolder(folder=find_prompts(), origin="shipped")

    def prompt_folders(self, given: Path | None = None) -> tuple[Path, Path]:
        """Return the project's own prompts folder, which has priority, and the general one."""
        return self.paths.prompts, self.find_prompts_folder(given).folder


def load_settings(
    project: Path,
    env: Mapping[str, str],
    *,
    log: bool = False,
    concurrency: int | None = None,
) -> ProjectSettings:
    """Read a project's settings; without ``project.yaml``, return the default settings.

    ``log`` and ``concurrency`` override the file. Raise ``SettingsError`` that lists all errors in
    the file.
    """
    paths = ProjectPaths(project)
    file = _read(paths.settings) if paths.settings.exists() else ProjectFile()
    if concurrency is not None:
        limits = file.limits.model_copy(update={"concurrency": concurrency})
        file = file.model_copy(update={"limits": limits})
    return ProjectSettings(paths=paths, file=file, environment=Environment.read(env), log=log)


def _read(path: Path) -> ProjectFile:
    document = read_project_file(path)
    try:
        return ProjectFile.model_validate(document.data)
    except ValidationError as error:
        raise build_settings_error(error, document, path) from None


def opens_studio(env: Mapping[str, str]) -> bool:
    """Return whether the project in the current folder opens with the studio.

    Settings that cannot be read mean no.
    """
    try:
        settings = load_settings(project_folder(None, env), env)
    except QuestFoundryError:
        return False
    return settings.file.orchestrator.interactive_mode.enabled
