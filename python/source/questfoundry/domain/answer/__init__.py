"""A model's JSON answer: schema, faults, manifest, repair, merging and feedback."""
