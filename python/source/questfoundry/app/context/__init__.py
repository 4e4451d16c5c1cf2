"""Which part of a long conversation a model is shown."""
