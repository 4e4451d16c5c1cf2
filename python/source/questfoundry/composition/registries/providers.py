"""The model providers: built in, from plug-ins, and the endpoints of a project."""

from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from questfoundry.domain.models.settings import Chosen, require_provider
from questfoundry.domain.models.traits import DRAFT_MODEL, ModelRef
from questfoundry.domain.protocols.provider import Provider, ProviderSettings
from questfoundry.infra import plugins
from questfoundry.infra.llm.anthropic.provider import ANTHROPIC
from questfoundry.infra.llm.draft.provider import DRAFT
from questfoundry.infra.llm.gguf.provider import LOCAL
from questfoundry.infra.llm.ollama.provider import OLLAMA
from questfoundry.infra.llm.openai.compatible import COMPATIBLE
from questfoundry.infra.llm.openai.provider import OPENAI
from questfoundry.infra.llm.replay import RecordedProvider

_SERVICES = {each.name: each for each in (ANTHROPIC, DRAFT, LOCAL, OLLAMA, OPENAI)}

BUILT_IN: Mapping[str, Provider] = {
    **_SERVICES,
    "recorded": RecordedProvider(name="recorded", others={**COMPATIBLE, **_SERVICES}),
}
"""The built-in providers by name."""

KNOWN: Mapping[str, Provider] = {**COMPATIBLE, **BUILT_IN}
"""The providers that need no entry in ``project.yaml``, by name."""

KEY_OWNERS = {each.key_variable: each for each in KNOWN.values()}
"""The provider that owns each API key, by the name of the key's environment variable."""

RESERVED = frozenset({*KNOWN, "replay", "wordllama"})
"""The names that endpoints and plug-ins may not use."""


class ProviderRegistry(Mapping[str, Provider]):
    """All providers by name, including ``endpoints``; a plug-in is loaded on first access.

    Without ``reads_logs``, there is no ``recorded``, whose models are paths of log files.
    """

    def __init__(self, endpoints: Iterable[Provider] = (), *, reads_logs: bool = True) -> None:
        built_in = {**BUILT_IN} if reads_logs else _SERVICES
        self._records = {**COMPATIBLE, **{each.name: each for each in endpoints}, **built_in}

    def __getitem__(self, name: str) -> Provider:
        if name in self._records:
            return self._records[name]
        added: Provider | None = plugins.load_named(plugins.PROVIDERS, name, reserved=RESERVED)
        if added is None:
            raise KeyError(name)
        return added

    def __iter__(self) -> Iterator[str]:
        added = (each.name for each in plugins.find_plugins(plugins.PROVIDERS))
        return iter(dict.fromkeys((*self._records, *added)))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def require(self, chosen: Iterable[Chosen], *others: str) -> None:
        """Raise ``SettingsError`` if a chosen provider is neither registered nor in ``others``."""
        unknown = [
            each
            for each in chosen
            if each.ref.provider not in others and each.ref.provider not in self
        ]
        if unknown:
            require_provider(unknown, (*self, *others))


PREFERRED = ModelRef("ollama", "qwen3:8b")
SCENES = ModelRef.parse(DRAFT_MODEL)
SCENES_NOTE = (
    "this is a draft from scenes that come with the program, to show what a story is. "
    "For a story of your own, use a model."
)
"""The end of the sentence that tells the author that prepared scenes replace a model's text."""

_WAIT = 0.3


@frozen(kw_only=True)
class DefaultModel:
    """The built-in default model, and a sentence for the author that explains the choice."""

    ref: ModelRef
    reason: str


def find_default_model(settings: ProviderSettings) -> DefaultModel:
    """Return qwen3:8b if Ollama offers the model within 0.3 s, else the built-in draft writer."""
    url = OLLAMA.resolve_url(settings)
    answer = OLLAMA.ask(settings, wait=_WAIT)
    if PREFERRED.model in answer.models:
        return DefaultModel(ref=PREFERRED, reason=f"Ollama at {url} has {PREFERRED.model}.")
    if answer.reachable:
        lack = f"Ollama at {url} lacks {PREFERRED.model} (get it: ollama pull {PREFERRED.model})"
    else:
        lack = f"No model is chosen and no Ollama answers at {url}"
    return DefaultModel(ref=SCENES, reason=f"{lack}, so {SCENES_NOTE}")
