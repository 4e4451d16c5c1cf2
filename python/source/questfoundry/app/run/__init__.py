"""Execute runs: begin and end them, make their model and tool calls, and account for their cost."""

STOP_PATIENCE = 5.0
"""Seconds to wait for the answer of a cancelled call; service managers kill after about ten."""
