"""Chat providers, which call language models, and decorators that wrap chat providers."""
