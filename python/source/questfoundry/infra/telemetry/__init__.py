"""Logs made from events."""
