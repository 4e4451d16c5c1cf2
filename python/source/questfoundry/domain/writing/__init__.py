"""Briefings for the writers of passages, the lines of their requests, the order of writing."""
