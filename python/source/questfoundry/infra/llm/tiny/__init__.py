"""The field-by-field writer of the embedded model."""
