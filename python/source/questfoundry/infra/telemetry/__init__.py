"""Logs made from events, and the removal of secrets."""
