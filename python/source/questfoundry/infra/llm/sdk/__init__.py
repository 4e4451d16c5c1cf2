"""The code shared by the chat adapters that use a provider's official SDK."""
