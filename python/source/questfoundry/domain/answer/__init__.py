"""Check, correct and shorten the JSON answers of a model."""
