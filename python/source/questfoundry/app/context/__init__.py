"""The selection of messages that a model sees of a long conversation."""
