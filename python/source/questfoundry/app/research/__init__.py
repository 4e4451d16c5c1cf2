"""The tools with which a model looks things up."""
