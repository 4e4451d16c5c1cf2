"""What may stand in ``project.yaml``, with the values that count where nothing stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails

from questfoundry.composition import plugins
from questfoundry.composition.file_values import (
    AgentName,
    BudgetText,
    Count,
    EmbeddingName,
    Ifid,
    Language,
    ModelName,
    Seconds,
    SettingsSection,
    VariableName,
    WebAddress,
    mistake,
    model_name,
)
from questfoundry.composition.providers import BUILT_IN, RESERVED
from questfoundry.composition.publication_keys import PublicationSettings, ThemeSettings
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import TraitOverrides
from questfoundry.domain.run_inputs import Review
from questfoundry.domain.story.shape import StoryShape
from questfoundry.domain.story.size import Size
from questfoundry.infra.llm.openai.compatible import COMPATIBLE

WORDLLAMA = "wordllama"
"""The embedding model that works without a server."""


class Providers(SettingsSection):
    """Models by phase, written ``provider/model``."""

    default: ModelName
    discuss: ModelName | None = None
    summarize: ModelName | None = None
    serialize: ModelName | None = None


class Research(SettingsSection):
    """Which research tools Discuss may use; the web is off unless asked for."""

    corpus: bool = True
    web: bool = False
    searxng_url: WebAddress | None = None


class Endpoint(SettingsSection):
    """A server that speaks OpenAI's format, or what is different about one known by name.

    ``key`` names the variable that holds its key; ``traits`` are those of all its models.
    """

    base_url: WebAddress | None = None
    key: VariableName | None = None
    traits: TraitOverrides | None = None


NamedEndpoint = Annotated[Endpoint, BeforeValidator(lambda given: {} if given is None else given)]


_OWNERS = {each.key_variable: each for each in (*BUILT_IN.values(), *COMPATIBLE.values())}


def _endpoints(endpoints: dict[str, Endpoint]) -> dict[str, Endpoint]:
    faults = {
        place: sentence
        for name, given in endpoints.items()
        for place, sentence in _faults_of(name, given)
    }
    if faults:
        raise _faults_at(faults)
    return endpoints


def _faults_at(sentences: Mapping[tuple[str, ...], str]) -> ValidationError:
    """The error that tells of faults at keys, as a validator above them found them."""
    return ValidationError.from_exception_data(
        "project.yaml",
        [
            InitErrorDetails(type=mistake(sentence), loc=place, input=None)
            for place, sentence in sentences.items()
        ],
    )


def _faults_of(name: str, given: Endpoint) -> Iterator[tuple[tuple[str, ...], str]]:
    known, owner = COMPATIBLE.get(name), _OWNERS.get(given.key or "")
    problem = ""
    if not re.fullmatch(r"[a-z][a-z0-9_-]*", name):
        problem = "is no name. Begin with a letter; a to z, 0 to 9, - and _ may follow."
    elif known is None and name in RESERVED:
        problem = "is the name of a provider of the program. Choose another one."
    elif known is None and given.base_url is None:
        problem = "needs a base_url, as http://127.0.0.1:8080/v1. Without one there are "
        problem += f"{', '.join(COMPATIBLE)}."
    if problem:
        yield (name,), f"{name!r} {problem}"
    # The file may come from somebody else. Only the key of a server that has no fixed address
    # may be sent where the file says.
    if owner is not None and (owner is not known or known.key_needed):
        problem = f"{given.key} goes to the provider {owner.name!r} only. Name another variable."
        yield (name, "key"), problem


class Library(SettingsSection):
    """By which model's embeddings the chunks of books are found."""

    embeddings: EmbeddingName = WORDLLAMA


class Interactive(SettingsSection):
    """The dialogue of Discuss."""

    max_turns: Count = 10


class SerializeSettings(SettingsSection):
    """How often an artifact may be attempted."""

    attempts: Count = 3


class Grow(SettingsSection):
    """Whether there is more to do in a story than to decide its dilemmas."""

    acts: bool = True


def _review(text: str) -> str:
    try:
        wanted, model = _wanted_and_model(text)
        return " ".join(filter(None, (wanted, model and str(ModelRef.parse(model)))))
    except SettingsError as error:
        raise mistake(f"{error} Or write `whole`, `read`, `passages` or `none`.") from error


def _wanted_and_model(text: str) -> tuple[str, str]:
    """What is said to be read, and by which model; each may be empty."""
    first, _, rest = text.partition(" ")
    return (first, rest.strip()) if first in {*Review} else ("", text)


class Seed(SettingsSection):
    """Whether the plan has central questions, with the clues that answer them."""

    questions: bool = True


class Fill(SettingsSection):
    """What is read of the prose, the model that reads, or both; a model reviews each passage."""

    review: Annotated[str, AfterValidator(_review)] | None = None

    @property
    def reviewer(self) -> str | None:
        """The model that is named, as ``provider/model``."""
        return _wanted_and_model(self.review or Review.WHOLE)[1] or None

    @property
    def wanted(self) -> Review:
        """What is read where nobody says otherwise."""
        wanted, _ = _wanted_and_model(self.review or Review.WHOLE)
        return Review(wanted or Review.PASSAGES)


class Backend(SettingsSection):
    """The model that the studio's agent talks with: its provider, and its name there."""

    type: str
    model: str

    @model_validator(mode="after")
    def _names_a_model(self) -> Backend:
        model_name(f"{self.type}/{self.model}")
        return self


class InteractiveMode(SettingsSection):
    """The studio: whether it is what opens, who is asked, and what a session may spend."""

    enabled: bool = False
    require_approval: bool = True
    backend: Backend | None = None
    budget: BudgetText | None = None


class Orchestrator(SettingsSection):
    """How several agents work together."""

    interactive_mode: InteractiveMode = InteractiveMode()


class AgentSettings(SettingsSection):
    """An agent of delegated runs: its name, its model, and what it is told it is."""

    id: AgentName
    model: ModelName
    prompt: str = ""


class ServerSettings(SettingsSection):
    """An MCP server: how it is reached, the variables it gets, and the tools that are allowed.

    ``reads`` are tools that change nothing; before one of ``changes`` is called, it is asked.
    """

    command: tuple[str, ...] = ()
    url: WebAddress | None = None
    env: tuple[VariableName, ...] = ()
    key: VariableName | None = None
    reads: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    timeout: Seconds = 30.0

    @model_validator(mode="after")
    def _can_be_reached(self) -> ServerSettings:
        owned = next((e for e in (*self.env, self.key) if e and e in _OWNERS), None)
        if bool(self.command) == (self.url is not None):
            raise mistake("name either a command, as a list, or a url.")
        if not {*self.reads, *self.changes} or {*self.reads} & {*self.changes}:
            raise mistake("name the tools that are allowed, each under reads or under changes.")
        if owned is not None:
            owner = _OWNERS[owned]
            raise mistake(f"{owned} goes to the provider {owner.name!r} only.")
        return self


class Limits(SettingsSection):
    """What one provider is asked at once, and how long it may take, in seconds.

    ``timeout`` is the longest silence, without which each provider has its own;
    ``longest_answer`` bounds a whole answer, however much of it comes.
    """

    concurrency: Count = 8
    timeout: Seconds | None = None
    longest_answer: Seconds = 3600.0
    total_wait: Seconds = 300.0


class Logging(SettingsSection):
    """Whether calls and events are written to ``logs/``."""

    enabled: bool = False


def _agents(agents: tuple[AgentSettings, ...]) -> tuple[AgentSettings, ...]:
    names = [each.id for each in agents]
    twice = next((each for each in names if names.count(each) > 1), None)
    if twice is not None:
        raise mistake(f"Two agents are named {twice!r}. Give each a name of its own.")
    return agents


def _is_added(provider: str) -> bool:
    groups = (plugins.EMBEDDINGS, plugins.PROVIDERS)
    return any(each.name == provider for group in groups for each in plugins.found(group))


class ProjectFile(SettingsSection):
    """The whole of ``project.yaml``; every key may be left out."""

    name: str | None = None
    language: Language = "en"
    size: Size | None = None
    shape: StoryShape | None = None
    providers: Providers | None = None
    endpoints: Annotated[dict[str, NamedEndpoint], AfterValidator(_endpoints)] = Field(
        default_factory=dict
    )
    models: dict[ModelName, TraitOverrides] = Field(default_factory=dict)
    research: Research = Research()
    library: Library = Library()
    interactive: Interactive = Interactive()
    serialize: SerializeSettings = SerializeSettings()
    seed: Seed = Seed()
    grow: Grow = Grow()
    fill: Fill = Fill()
    orchestrator: Orchestrator = Orchestrator()
    agents: Annotated[tuple[AgentSettings, ...], AfterValidator(_agents)] = ()
    mcp_servers: dict[AgentName, ServerSettings] = Field(default_factory=dict)
    publication: PublicationSettings = PublicationSettings()
    theme: ThemeSettings = ThemeSettings()
    limits: Limits = Limits()
    logging: Logging = Logging()
    prompts_dir: Path | None = None
    ifid: Ifid | None = None

    @model_validator(mode="after")
    def _embeds(self) -> ProjectFile:
        named = self.library.embeddings
        provider, _, model = named.partition("/")
        known = {**COMPATIBLE, **BUILT_IN}
        embeds = known[provider].embeds if provider in known else provider in self.endpoints
        if named != WORDLLAMA and not (model and embeds) and not _is_added(provider):
            raise _faults_at(
                {
                    ("library", "embeddings"): f"{named!r} names no embedding model. Write "
                    f"{WORDLLAMA}, or for example ollama/nomic-embed-text or "
                    "openai/text-embedding-3-small."
                }
            )
        return self
