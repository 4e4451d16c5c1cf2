"""Connect to OpenAI and to all servers with a compatible API."""
