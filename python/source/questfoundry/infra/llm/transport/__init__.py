"""Wrappers around a model call: retries, a concurrency limit per provider, and a log of calls."""
