"""The field-by-field writer for the small embedded model."""
