"""Use cases: everything a person or a program can do with QuestFoundry."""
