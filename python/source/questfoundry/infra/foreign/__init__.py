"""Read imported stories: Twee, Twine's HTML, ink, ChoiceScript, and QuestFoundry's own JSON."""
