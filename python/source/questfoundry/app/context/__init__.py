"""Select which messages of a long conversation a model receives."""
