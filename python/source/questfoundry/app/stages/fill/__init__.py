"""FILL: the narrative voice and the prose."""
