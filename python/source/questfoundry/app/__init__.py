"""The use cases: everything that a person or a program can do with QuestFoundry."""
