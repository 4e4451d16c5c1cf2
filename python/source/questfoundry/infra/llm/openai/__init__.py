"""The adapters for OpenAI and for all servers with a compatible API."""
