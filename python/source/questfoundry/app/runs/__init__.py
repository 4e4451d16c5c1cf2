"""Carry out delegated runs, in which agents (language models) draft, refine, vote and execute."""
