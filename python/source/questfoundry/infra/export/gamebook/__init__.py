"""The story as a gamebook: numbered sections to turn to, on paper or in a reader."""
