"""The chat provider for the small embedded model, which writes JSON field by field."""
