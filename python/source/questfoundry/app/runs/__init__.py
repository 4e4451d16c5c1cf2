"""Delegated runs: drafting, refining, voting, planning and executing, by one or several agents."""
