"""Carry out delegated runs: one or several agents draft, refine, vote, plan and execute."""
