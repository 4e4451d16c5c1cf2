"""Translate a story line by line: the lines and their ids, and the proof of a translation."""
