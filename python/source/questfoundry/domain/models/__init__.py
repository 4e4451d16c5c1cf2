"""Model names, model capabilities, and the choice of a model for each phase."""
