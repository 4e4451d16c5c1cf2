"""Messages, requests, responses and tool calls that a person, a model and tools exchange."""
