"""Connect to Anthropic's language models."""
