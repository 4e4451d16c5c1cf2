"""Read games in ChoiceScript, the language of Choice of Games."""
