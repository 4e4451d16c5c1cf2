"""Provide the classes that call language models, and wrappers that add retries, limits and logs."""
