"""Define the messages, requests, responses and tool calls between people, models and tools."""
