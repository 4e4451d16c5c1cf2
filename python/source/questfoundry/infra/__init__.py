"""Adapters: what the protocols need, made with some technology."""
