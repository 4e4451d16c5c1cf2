"""What the tests install beside QuestFoundry."""
