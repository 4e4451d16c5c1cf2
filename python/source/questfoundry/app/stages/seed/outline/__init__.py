"""SEED with an author's outline: its points become beats of the plan."""
