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

from questfoundry.composition.environment import Environment
from questfoundry.composition.paths import ProjectPaths, find_prompts, models_folder
from questfoundry.composition.project_file import ProjectFile
from questfoundry.composition.providers import ProviderRegistry
from questfoundry.composition.settings_errors import build_settings_error
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.provider import ProviderSettings
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.settings import ProviderChoices, SourceChoices
from questfoundry.domain.models.traits import ModelTraits, Phase
from questfoundry.infra.llm.openai.compatible import build_endpoint
from questfoundry.infra.storage.project_file import read_project_file


@frozen(kw_only=True)
class PromptsFolder:
    """A folder with prompts, and what chose it."""

    folder: Path
    origin: str


@frozen(kw_only=True)
class ProjectSettings:
    """What counts for a project; ``log`` says whether calls and events are written down."""

    paths: ProjectPaths
    file: ProjectFile
    environment: Environment
    log: bool = False

    @property
    def name(self) -> str:
        """The story's name, or else its folder's."""
        return self.file.name or self.paths.root.resolve().name

    @property
    def logging(self) -> bool:
        """Whether calls and events are logged."""
        return self.log or self.file.logging.enabled or self.environment.tracing

    @cached_property
    def providers(self) -> ProviderRegistry:
        """The providers that a model may be chosen from."""
        return ProviderRegistry(
            build_endpoint(
                name, base_url=given.base_url, key_variable=given.key, traits=given.traits
            )
            for name, given in self.file.endpoints.items()
        )

    def traits_of(self, ref: ModelRef) -> ModelTraits:
        """What is known of a model, and what ``models`` says of it by its exact name."""
        return self.providers[ref.provider].traits_of(ref.model, self.file.models.get(str(ref)))

    def provider_settings(self, folder: Path | None = None) -> ProviderSettings:
        """What providers may know; ``folder`` has model files, else the user's own does."""
        return ProviderSettings(
            variables=self.environment.variables,
            models_folder=folder or models_folder(),
            timeout=self.file.limits.timeout,
            longest_answer=self.file.limits.longest_answer,
        )

    @property
    def searxng_url(self) -> str | None:
        """The SearXNG server that web searches go through."""
        return self.environment.searxng_url or self.file.research.searxng_url

    def collect_choices(self, flags: SourceChoices | None = None) -> ProviderChoices:
        """Everything that was said about models."""
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
        """Where all prompts are: ``given``, else ``QF_PROMPTS_DIR``, else ``prompts_dir``.

        Without any of them, those that came with the program.
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
        """The project's own prompts, which stand before all others, and where those are."""
        return self.paths.prompts, self.find_prompts_folder(given).folder


def load_settings(
    project: Path,
    env: Mapping[str, str],
    *,
    log: bool = False,
    concurrency: int | None = None,
) -> ProjectSettings:
    """Read a project's settings; a folder without ``project.yaml`` has the built-in ones.

    ``log`` and ``concurrency`` stand above the file. ``SettingsError`` tells every fault of
    the file at once.
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
