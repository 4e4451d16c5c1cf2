"""The schema of ``project.yaml``, with the default values."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from questfoundry.composition.settings.file_values import (
    WORDLLAMA,
    AgentName,
    Count,
    EmbeddingName,
    Ifid,
    Language,
    ModelName,
    Seconds,
    SettingsSection,
    WebAddress,
    faults_at,
    mistake,
)
from questfoundry.composition.settings.sections import (
    Agents,
    Endpoints,
    Orchestrator,
    PublicationSettings,
    ServerSettings,
    ThemeSettings,
)
from questfoundry.domain.errors import SettingsError
from questfoundry.domain.models.traits import ModelRef, TraitOverrides
from questfoundry.domain.protocols.limits import CallRates
from questfoundry.domain.run.modes import PhaseMode, ProseMode, Review
from questfoundry.domain.story.goal import MOST_WORDS
from questfoundry.domain.story.shape import StoryShape
from questfoundry.domain.story.size import Size


class Providers(SettingsSection):
    """The models for all phases (``default``) or for single phases, as ``provider/model``."""

    default: ModelName
    discuss: ModelName | None = None
    summarize: ModelName | None = None
    serialize: ModelName | None = None


class Research(SettingsSection):
    """The research tools that the Discuss phase may use; web access is off by default."""

    corpus: bool = True
    web: bool = False
    searxng_url: WebAddress | None = None


class Library(SettingsSection):
    """The embedding model that makes books searchable."""

    embeddings: EmbeddingName = WORDLLAMA


class Interactive(SettingsSection):
    """The settings of the author's dialogue with the model in the Discuss phase."""

    max_turns: Count = 10


class SerializeSettings(SettingsSection):
    """The settings of the Serialize phase: the maximum number of attempts at a valid artifact."""

    attempts: Count = 3


class Check(SettingsSection):
    """The settings of the checks; a finding about a law in ``errors`` is always an error."""

    errors: tuple[str, ...] = ()


class Grow(SettingsSection):
    """The settings of GROW.

    ``acts``: the story has minor choices besides its main dilemmas.
    ``repairs``: choices without a consequence get one request for callbacks.
    ``played_scenes``: a medium or long story with stats has scenes that are played in turns.
    """

    acts: bool = True
    repairs: bool = True
    played_scenes: bool = True


def _review(text: str) -> str:
    try:
        wanted, model = _split_review(text)
        return " ".join(filter(None, (wanted, model and str(ModelRef.parse(model)))))
    except SettingsError as error:
        raise mistake(f"{error} Or write `whole`, `read`, `passages` or `none`.") from error


def _split_review(text: str) -> tuple[str, str]:
    first, _, rest = text.partition(" ")
    return (first, rest.strip()) if first in {*Review} else ("", text)


class Seed(SettingsSection):
    """The settings of SEED.

    ``questions``: the story has central questions, solved by clues.
    ``stats``: the story has stats, which minor choices raise and lower.
    """

    questions: bool = True
    stats: bool = True


class Fill(SettingsSection):
    """The settings of FILL; ``review`` names a kind of review, a review model, or both."""

    review: Annotated[str, AfterValidator(_review)] | None = None

    @property
    def reviewer(self) -> str | None:
        """The review model as ``provider/model``, or ``None``."""
        return _split_review(self.review or Review.WHOLE)[1] or None

    @property
    def default_review(self) -> Review:
        """The kind of review for runs that choose none themselves."""
        wanted, _ = _split_review(self.review or Review.WHOLE)
        return Review(wanted or Review.PASSAGES)


class Goal(SettingsSection):
    """The words that the author wants to write: each day, and in the whole story."""

    daily: Annotated[int, Field(ge=1, le=MOST_WORDS)] | None = None
    words: Annotated[int, Field(ge=1, le=MOST_WORDS)] | None = None

    @property
    def is_set(self) -> bool:
        """Return whether there is a goal."""
        return bool(self.daily or self.words)


class Limits(SettingsSection):
    """The limits for each provider: calls, tokens, and waiting times in seconds.

    ``concurrency`` is the number of parallel calls of this project. All projects with the same key
    share the rates, which are limits of the account: ``calls_per_minute``, ``tokens_per_minute``
    and ``calls_at_once``. Without them, the rates are learnt from the calls that are refused.

    ``timeout`` is the longest wait without any data; ``None`` means the provider's own default.
    ``longest_answer`` limits the time for one whole answer, and ``total_wait`` the time for all
    retries.
    """

    concurrency: Count = 8
    calls_per_minute: Count | None = None
    tokens_per_minute: Count | None = None
    calls_at_once: Count | None = None
    timeout: Seconds | None = None
    longest_answer: Seconds = 3600.0
    total_wait: Seconds = 300.0

    @property
    def rates(self) -> CallRates:
        """The known limits of the account."""
        return CallRates(
            calls_per_minute=self.calls_per_minute,
            tokens_per_minute=self.tokens_per_minute,
            calls_at_once=self.calls_at_once,
        )


class Logging(SettingsSection):
    """The logging of calls and events to ``logs/``, and ``metrics`` through OpenTelemetry."""

    enabled: bool = False
    metrics: bool = False


def _can_embed(name: str, endpoints: Endpoints) -> bool:
    # Most projects name no provider, so the providers are imported only here.
    from questfoundry.composition.registries.providers import KNOWN
    from questfoundry.infra import plugins

    provider, _, model = name.partition("/")
    known = KNOWN[provider].embeds if provider in KNOWN else provider in endpoints
    groups = (plugins.EMBEDDINGS, plugins.PROVIDERS)
    added = (each.name for group in groups for each in plugins.find_plugins(group))
    return bool(model and known) or provider in added


class ProjectFile(SettingsSection):
    """The whole of ``project.yaml``; every key is optional."""

    name: str | None = None
    language: Language = "en"
    size: Size | None = None
    shape: StoryShape | None = None
    phases: PhaseMode = PhaseMode.FULL
    prose: ProseMode = ProseMode.MODEL
    providers: Providers | None = None
    endpoints: Endpoints = Field(default_factory=dict)
    models: dict[ModelName, TraitOverrides] = Field(default_factory=dict)
    # The defaults are valid; to validate them would build the schema of each section.
    research: Research = Research.model_construct()
    library: Library = Library.model_construct()
    interactive: Interactive = Interactive.model_construct()
    serialize: SerializeSettings = SerializeSettings.model_construct()
    seed: Seed = Seed.model_construct()
    grow: Grow = Grow.model_construct()
    fill: Fill = Fill.model_construct()
    check: Check = Check.model_construct()
    goal: Goal = Goal.model_construct()
    orchestrator: Orchestrator = Orchestrator.model_construct()
    agents: Agents = ()
    mcp_servers: dict[AgentName, ServerSettings] = Field(default_factory=dict)
    publication: PublicationSettings = PublicationSettings.model_construct()
    theme: ThemeSettings = ThemeSettings.model_construct()
    limits: Limits = Limits.model_construct()
    logging: Logging = Logging.model_construct()
    prompts_dir: Path | None = None
    ifid: Ifid | None = None

    @model_validator(mode="after")
    def _embeds(self) -> ProjectFile:
        named = self.library.embeddings
        if named != WORDLLAMA and not _can_embed(named, self.endpoints):
            raise faults_at(
                {
                    ("library", "embeddings"): f"{named!r} is not an embedding model. Write "
                    f"{WORDLLAMA}, or for example ollama/nomic-embed-text or "
                    "openai/text-embedding-3-small."
                }
            )
        return self
