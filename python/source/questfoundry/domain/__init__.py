"""Rules and values: no input or output, no clock, no randomness."""
