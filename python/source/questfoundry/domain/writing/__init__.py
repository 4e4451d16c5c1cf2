"""Briefings for the writers of passages, the order of writing, batches, and checks of prose."""
