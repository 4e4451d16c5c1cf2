"""Select the messages of a long conversation that a model sees."""
