"""Read imported stories: Twee, Twine's HTML, compiled ink, and JSON exported by QuestFoundry."""
