"""Check and clean the prose of a passage by rules, without a model."""
