"""What is said between a person, a model and tools."""
