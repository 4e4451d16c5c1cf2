"""Check a playable structure against the laws that it must keep, and report the breaches."""
