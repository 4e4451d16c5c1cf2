"""Define the innermost layer: rules and values, without input or output, clock or randomness."""
