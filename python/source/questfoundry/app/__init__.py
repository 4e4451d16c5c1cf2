"""Use cases: what a person or a program can ask of QuestFoundry."""
