"""Read imported stories: Twee, Twine's HTML, ink, ChoiceScript, and JSON exported by QuestFoundry."""
