"""The models that a run uses in each phase, and the interface that chooses them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

from questfoundry.app.context import RequestKind
from questfoundry.domain.former_names import former_names
from questfoundry.domain.models.settings import NO_REFUSAL, Manner
from questfoundry.domain.models.traits import ModelRef, ModelTraits, Phase
from questfoundry.domain.protocols.provider import ChatModel, ChatProvider
from questfoundry.domain.run.record import RunRecord

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from questfoundry.domain.chat.exchange import ChatRequest, ChatResponse
    from questfoundry.domain.protocols.provider import TextSink


@former_names(of="get_provider", recorded="to_record")
@frozen(kw_only=True)
class PhaseProviders:
    """The providers of the models that a run uses in each phase.

    ``review`` reviews prose. ``recording`` is the id of the run whose journal is replayed.
    """

    discuss: ChatProvider
    summarize: ChatProvider
    serialize: ChatProvider
    review: ChatProvider | None = None
    recording: str | None = None

    def get_provider(self, phase: Phase) -> ChatProvider:
        """Return the provider of the model for a phase."""
        match phase:
            case Phase.DISCUSS:
                return self.discuss
            case Phase.SUMMARIZE:
                return self.summarize
            case Phase.SERIALIZE:
                return self.serialize

    def __iter__(self) -> Iterator[ChatProvider]:
        yield from (self.get_provider(phase) for phase in Phase)
        if self.review is not None:
            yield self.review

    def to_record(self) -> dict[str, Any]:
        """Return the name and the traits of each phase's model, as data to store with a run."""
        return {
            phase.value: {
                "model": str(self.get_provider(phase).model),
                "traits": self.get_provider(phase).traits.model_dump(mode="json"),
            }
            for phase in Phase
        }

    def add_manners(self, models: Mapping[str, Any]) -> dict[str, Any]:
        """Return ``models``, as stored with a run, with the features that servers have refused."""
        manners = Manner.from_record(models)
        for each in self:
            name = str(each.model)
            manners[name] = manners.get(name, NO_REFUSAL).drop(*each.manner.refused)
        return {
            key: {**each, "manner": list(found.refused)}
            if (found := manners.get(each.get("model"))) and found.refused
            else each
            for key, each in models.items()
        }


class DescribedModel(Protocol):
    """The name and the traits of a model; it may be the model of an earlier run."""

    @property
    def model(self) -> ModelRef:
        """The name of the model."""

    @property
    def traits(self) -> ModelTraits:
        """The abilities of the model, and how to use them."""


@frozen
class RecordedModel:
    """The model of one phase of a stored run."""

    model: ModelRef
    traits: ModelTraits

    @classmethod
    def read(cls, record: RunRecord, phase: Phase) -> RecordedModel:
        """Return the model with which the run of ``record`` began, for ``phase``."""
        stored = record.models[phase.value]
        return cls(ModelRef.parse(stored["model"]), ModelTraits.model_validate(stored["traits"]))


@former_names(of_run="choose_models")
class ModelSource(ABC):
    """The interface that chooses the models of a run."""

    @abstractmethod
    def choose_models(self, record: RunRecord | None) -> PhaseProviders:
        """Return the models for a new run, or those with which the run of ``record`` began."""


@frozen
class FixedModels(ModelSource):
    """A source that chooses the same models for every run."""

    providers: PhaseProviders

    def choose_models(self, record: RunRecord | None) -> PhaseProviders:
        """Return the fixed models, whatever the run."""
        del record
        return self.providers


@frozen
class ScopedModel(ChatModel):
    """A model whose requests pass through a run and are recorded under the name ``scope``.

    ``ask``: the method ``ask`` of the run.
    """

    ask: Callable[..., Awaitable[ChatResponse]]
    provider: ChatProvider
    scope: str
    kind: RequestKind = RequestKind.QUESTION

    @property
    def model(self) -> ModelRef:
        """The name of the model."""
        return self.provider.model

    @property
    def traits(self) -> ModelTraits:
        """The capabilities and the profile of the model."""
        return self.provider.traits

    async def complete(self, request: ChatRequest, on_text: TextSink | None = None) -> ChatResponse:
        """Send ``request`` through the run and return the answer."""
        return await self.ask(
            request, provider=self.provider, scope=self.scope, kind=self.kind, on_text=on_text
        )
