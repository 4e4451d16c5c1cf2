"""Check a playable story structure against the laws (rules that it must keep)."""
