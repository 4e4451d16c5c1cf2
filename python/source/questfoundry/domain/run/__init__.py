"""Define runs: their records, inputs, journal, budget and drafts."""
