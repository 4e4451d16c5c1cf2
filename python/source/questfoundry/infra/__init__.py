"""Implement the protocols of ``domain`` with files, SQLite, HTTP, model providers and more."""
