"""Connect to language models on an Ollama server."""
