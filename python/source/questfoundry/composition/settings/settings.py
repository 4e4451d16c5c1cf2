"""The settings of a project: ``project.yaml`` and the environment.

A command-line option overrides an environment variable, a variable overrides ``project.yaml``, and
the file overrides the built-in default.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_origin

from attrs import frozen
from pydantic import BaseModel, ValidationError

from questfoundry.composition.settings.environment import Environment
from questfoundry.composition.settings.paths import (
    ProjectPaths,
    find_prompts,
    models_folder,
    project_folder,
)
from questfoundry.composition.settings.project_file import ProjectFile
from questfoundry.domain.errors import QuestFoundryError, SettingsError
from questfoundry.domain.models.settings import ProviderChoices, SourceChoices
from questfoundry.domain.models.traits import ModelTraits, Phase
from questfoundry.domain.text.validation import describe_error
from questfoundry.infra.storage.project_file import SETTINGS, ProjectDocument, read_project_file

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

    from questfoundry.composition.registries.providers import ProviderRegistry
    from questfoundry.domain.models.traits import ModelRef
    from questfoundry.domain.protocols.files import ProjectFiles
    from questfoundry.domain.protocols.provider import ProviderSettings


@frozen(kw_only=True)
class PromptsFolder:
    """A folder of prompts, and the setting that chose it, such as ``QF_PROMPTS_DIR``."""

    folder: Path
    origin: str


@frozen(kw_only=True)
class ProjectSettings:
    """The effective settings of a project; ``log`` enables logging of calls and events.

    ``files`` are all files of the project. ``paths`` are those of its folder on this machine. If
    machines share the project (``is_shared``), its folder here has only logs, caches and copies.
    """

    files: ProjectFiles
    paths: ProjectPaths
    file: ProjectFile
    environment: Environment
    log: bool = False
    is_shared: bool = False

    @property
    def name(self) -> str:
        """The name of the story in ``project.yaml``, else the name of its folder."""
        return self.file.name or self.paths.root.resolve().name

    @property
    def logging(self) -> bool:
        """Return whether calls and events are logged."""
        return self.log or self.file.logging.enabled or self.environment.tracing

    @property
    def metrics(self) -> bool:
        """Return whether calls, tokens and seconds are counted through OpenTelemetry."""
        return self.file.logging.metrics or self.environment.metrics

    @cached_property
    def providers(self) -> ProviderRegistry:
        """All model providers, including the endpoints of ``project.yaml``.

        Settings and jobs of a shared project may not name a log file of this machine without trust.
        """
        from questfoundry.composition.registries.providers import ProviderRegistry
        from questfoundry.infra.llm.openai.compatible import build_endpoint

        endpoints = (
            build_endpoint(
                name, base_url=given.base_url, key_variable=given.key, traits=given.traits
            )
            for name, given in self.file.endpoints.items()
        )
        is_trusted = self.environment.trust or not self.is_shared
        return ProviderRegistry(endpoints, reads_logs=is_trusted)

    def traits_of(self, ref: ModelRef) -> ModelTraits:
        """Return a model's traits, its abilities and limits, overridden by ``project.yaml``."""
        return self.providers[ref.provider].traits_of(ref.model, self.file.models.get(str(ref)))

    def provider_settings(self, folder: Path | None = None) -> ProviderSettings:
        """Return the settings that providers need; local models are looked up in ``folder``."""
        from questfoundry.domain.protocols.provider import ProviderSettings

        return ProviderSettings(
            variables=self.environment.variables,
            models_folder=folder or models_folder(),
            timeout=self.file.limits.timeout,
            longest_answer=self.file.limits.longest_answer,
            project=self.paths.root,
        )

    @property
    def searxng_url(self) -> str | None:
        """The address of the SearXNG server for web searches, or ``None``."""
        return self.environment.searxng_url or self.file.research.searxng_url

    def collect_choices(self, flags: SourceChoices | None) -> ProviderChoices:
        """Return the models named by command-line options, variables and ``project.yaml``."""
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

    def find_prompts_folder(self) -> PromptsFolder:
        """Return the folder of ``QF_PROMPTS_DIR``, else ``prompts_dir``, else the shipped one."""
        named = {
            "QF_PROMPTS_DIR": self.environment.prompts_dir,
            "prompts_dir in project.yaml": self._locate_prompts(),
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

    def _locate_prompts(self) -> Path | None:
        given = self.file.prompts_dir
        if given and self.is_shared and (given.is_absolute() or ".." in given.parts):
            raise SettingsError(
                f"prompts_dir in project.yaml names {str(given)!r}, a folder of one machine, but "
                "machines share this project. Put the prompts into a folder of the project."
            )
        return given and self.paths.root / given

    def prompt_folders(self) -> tuple[Path, Path]:
        """Return the project's own prompts folder, whose files come first, and the general one."""
        return self.paths.prompts, self.find_prompts_folder().folder

    def require_valid_prompts(self) -> None:
        """Raise ``PromptError`` if a file in one of the author's own prompt folders is invalid."""
        from questfoundry.infra.prompts.own_prompts import require_valid_prompts

        shipped = find_prompts()
        require_valid_prompts((each for each in self.prompt_folders() if each != shipped), shipped)


def load_settings(
    project: Path, env: Mapping[str, str], *, log: bool = False, concurrency: int | None = None
) -> ProjectSettings:
    """Read a project's settings; without ``project.yaml``, return the default settings.

    ``log`` and ``concurrency`` override the file. Raise ``SettingsError`` with the errors in
    the file.
    """
    paths = ProjectPaths(project)
    return read_settings(paths.files, paths, env, log=log, concurrency=concurrency)


def settings_in_memory(env: Mapping[str, str]) -> ProjectSettings:
    """Return the default settings of a new project in memory."""
    from questfoundry.testing.memory import InMemoryProjectFiles

    return read_settings(InMemoryProjectFiles(), ProjectPaths(Path("in-memory")), env)


def read_settings(
    files: ProjectFiles,
    paths: ProjectPaths,
    env: Mapping[str, str],
    *,
    log: bool = False,
    concurrency: int | None = None,
    is_shared: bool = False,
) -> ProjectSettings:
    """Read the settings among ``files``, as :func:`load_settings` does for a folder.

    ``paths`` are those of the project's folder on this machine, where its logs and caches are.
    ``is_shared`` says that other machines have the same files, and other folders.
    """
    file = _read(files)
    if concurrency is not None:
        limits = file.limits.model_copy(update={"concurrency": concurrency})
        file = file.model_copy(update={"limits": limits})
    return ProjectSettings(
        files=files,
        paths=paths,
        file=file,
        environment=Environment.read(env),
        log=log,
        is_shared=is_shared,
    )


def _read(files: ProjectFiles) -> ProjectFile:
    document = read_project_file(files)
    try:
        return ProjectFile.model_validate(document.data)
    except ValidationError as error:
        raise build_settings_error(error, document, files.place(SETTINGS)) from None


def opens_studio(env: Mapping[str, str]) -> bool:
    """Return whether ``qf`` starts the studio here; unreadable settings mean that it does not."""
    try:
        settings = load_settings(project_folder(None, env), env)
    except QuestFoundryError:
        return False
    return settings.file.orchestrator.interactive_mode.enabled


_MAX_LISTED = 10


def build_settings_error(
    error: ValidationError, document: ProjectDocument, place: str
) -> SettingsError:
    """Build one error that counts all mistakes.

    The first ten are listed, each with its line, its key and a correction.
    """
    details = sorted(
        error.errors(include_url=False), key=lambda each: document.line_of(_path_of(each))
    )
    mistakes = [_describe_mistake(each, document) for each in details[:_MAX_LISTED]]
    more = len(details) - len(mistakes)
    lines = "\n".join((*mistakes, *([f"and {more:,} more"] if more else [])))
    count = "an error" if len(details) == 1 else f"{len(details):,} errors"
    return SettingsError(
        f"{place!r} has {count}:\n{lines}\nCorrect the file and run the command again."
    )


def _path_of(detail: ErrorDetails) -> list[str | int]:
    return [step for step in detail["loc"] if step != "[key]"]


def _describe_mistake(detail: ErrorDetails, document: ProjectDocument) -> str:
    path = _path_of(detail)
    key = f"`{'.'.join(str(step) for step in path)}`"
    match detail["type"]:
        case "extra_forbidden":
            text = f"{key} is not a known key. {_nearest(path)}"
        case "missing":
            section = ".".join(str(step) for step in path[:-1])
            text = f"{key} is missing. Give it a value, or remove `{section}`."
        case "model_type":
            text = f"{key} must contain keys. Add some, or remove it."
        case _:
            text = f"{key}: {describe_error(detail)}"
    line = document.line_of(path)
    return f"line {line}: {text}\n{document.format_line(line)}"


def _nearest(path: Sequence[str | int]) -> str:
    from difflib import get_close_matches

    *above, name = path
    keys = _keys_at(above)
    near = get_close_matches(str(name), keys, n=1)
    if near:
        return f"Did you mean `{'.'.join([*map(str, above), near[0]])}`?"
    return f"The possible keys are {', '.join(keys)}."


def _keys_at(path: Sequence[str | int]) -> list[str]:
    model: type[BaseModel] = ProjectFile
    steps = iter(path)
    for step in steps:
        annotation = model.model_fields[str(step)].annotation
        model = next(_sections_in(annotation))
        if get_origin(annotation) is dict:
            next(steps, None)  # a name chosen by the author
    return list(model.model_fields)


def _sections_in(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _sections_in(part)
