"""The adapter for Anthropic."""
