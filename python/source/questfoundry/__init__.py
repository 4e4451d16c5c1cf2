"""QuestFoundry turns an idea into a finished, playable, branching story."""
