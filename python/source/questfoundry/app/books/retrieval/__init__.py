"""Retrieval: how a book chat finds the excerpts for an answer."""
