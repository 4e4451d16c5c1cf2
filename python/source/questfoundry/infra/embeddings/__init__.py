"""Adapters for text embeddings."""
