"""Define model names, what models can do, and the choice of a model for each phase."""
