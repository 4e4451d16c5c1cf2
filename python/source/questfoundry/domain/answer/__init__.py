"""A model's JSON answer: schema, faults, manifest, shaping, repair, merging, feedback."""
