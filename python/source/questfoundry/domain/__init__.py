"""Define the innermost layer, rules and values: no input or output, no clock, no randomness."""
