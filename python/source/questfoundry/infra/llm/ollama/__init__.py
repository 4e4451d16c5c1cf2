"""The adapter for Ollama."""
