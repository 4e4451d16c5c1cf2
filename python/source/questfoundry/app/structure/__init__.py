"""Seeing a structure before any prose exists: its faults, its numbers, its scenes."""
