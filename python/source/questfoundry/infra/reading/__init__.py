"""Read imported stories in several formats: Twee, Twine's HTML, compiled ink and QuestFoundry's JSON."""
