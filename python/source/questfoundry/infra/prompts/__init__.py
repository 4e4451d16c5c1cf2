"""Prompts that are read from template files."""
