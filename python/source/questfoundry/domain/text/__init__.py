"""Natural-language text of authors and models."""
