"""Check a playable structure against the laws (rules that it must keep), and report breaches."""
