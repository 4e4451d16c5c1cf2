"""A provider whose one model always dreams of the same lighthouse."""

from attrs import frozen

from questfoundry import (
    Capabilities,
    ChatProvider,
    ChatRequest,
    ChatResponse,
    ModelTraits,
    Provider,
    ServerAnswer,
)
from questfoundry.testing import ScriptedChatProvider, calls, says

DREAM = {
    "genre": "mystery",
    "subgenre": "locked room",
    "tone": "wistful",
    "themes": ["inheritance", "memory"],
    "audience": "adult",
    "scope": "one night in a lighthouse",
    "size": "micro",
    "style": "terse second person",
    "creative_vision": "A lighthouse without a door keeps what the sea gave it.",
}


SUBMITTED = {"submit_dream": DREAM, "submit_motto": {"motto": "Doors are for the dry."}}


def answer(request: ChatRequest) -> ChatResponse:
    """The artifact that is asked for, else a word."""
    for tool in request.tools:
        if tool.name in SUBMITTED:
            return calls(tool.name, SUBMITTED[tool.name])
    return says("Let it be about a lighthouse.")


@frozen(kw_only=True)
class ToyProvider(Provider):
    """Its key is asked for and never used."""

    def make(self, chosen, traits, settings, prompts) -> ChatProvider:
        """A scripted model."""
        return ScriptedChatProvider([answer] * 99, model=str(chosen.ref), traits=traits)

    def ask(self, settings, *, wait) -> ServerAnswer:
        """There is no server behind it."""
        return ServerAnswer(url="nowhere", reachable=True, models=("dreamer",))


PROVIDER = ToyProvider(
    name="toy",
    key_variable="TOY_API_KEY",
    known=(("*", ModelTraits(capabilities=Capabilities(context_window=50_000))),),
)
