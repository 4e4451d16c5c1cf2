"""Read imported stories: Twee, Twine's HTML, compiled ink and the JSON that QuestFoundry exports."""
