"""Compute text embeddings with Ollama, OpenAI or a small offline model."""
