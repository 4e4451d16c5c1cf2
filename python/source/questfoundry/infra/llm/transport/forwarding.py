"""Define the base class of chat providers that wrap another provider."""

from questfoundry.domain.models.ref import ModelRef
from questfoundry.domain.models.traits import ModelTraits
from questfoundry.domain.protocols.provider import ChatProvider


class ForwardingChatProvider(ChatProvider):
    """A chat provider that wraps another, the inner provider, and forwards all but ``complete``."""

    def __init__(self, inner: ChatProvider) -> None:
        self._inner = inner

    @property
    def model(self) -> ModelRef:
        """The inner provider's model."""
        return self._inner.model

    @property
    def traits(self) -> ModelTraits:
        """The inner provider's traits."""
        return self._inner.traits

    async def close(self) -> None:
        """Close the inner provider."""
        await self._inner.close()
