"""Prompts that are read from files."""
