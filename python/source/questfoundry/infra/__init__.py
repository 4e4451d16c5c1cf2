"""Adapters: implementations of the protocols of ``domain`` with files, SQLite, HTTP and others."""
