"""Define model names, the capabilities of models, and the choice of a model for each phase."""
