"""The models of a run: one for each phase, often the same, and where they come from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from questfoundry.domain.models.traits import Phase
from questfoundry.domain.protocols import ChatProvider
from questfoundry.domain.run import RunRecord


@frozen(kw_only=True)
class PhaseProviders:
    """The model of each phase.

    ``review`` is the model that reviews prose, where one is named. ``recording`` names the
    run whose record answers, where they replay one.
    """

    discuss: ChatProvider
    summarize: ChatProvider
    serialize: ChatProvider
    review: ChatProvider | None = None
    recording: str | None = None

    def get_provider(self, phase: Phase) -> ChatProvider:
        """The provider of a phase."""
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
        """Which model each phase has, and what is known of it, for the record of a run."""
        return {
            phase.value: {
                "model": str(self.get_provider(phase).model),
                "traits": self.get_provider(phase).traits.model_dump(mode="json"),
            }
            for phase in Phase
        }


class ModelSource(ABC):
    """Gives the models of runs, as settings, flags and records say."""

    @abstractmethod
    def choose_models(self, record: RunRecord | None) -> PhaseProviders:
        """The models of a new run, or those that ``record``, to be resumed, began with."""


@frozen
class FixedModels(ModelSource):
    """The same models for every run."""

    providers: PhaseProviders

    def choose_models(self, record: RunRecord | None) -> PhaseProviders:
        """Those."""
        del record
        return self.providers
