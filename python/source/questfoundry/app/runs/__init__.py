"""Carry out delegated runs: tasks for agents (language models) that draft, refine and vote."""
