"""Define the immutable values of a story, such as entities, dilemmas, beats and passages."""
