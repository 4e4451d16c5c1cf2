"""The studio's values: its states, what a delegated run is asked for, and what comes of it."""
