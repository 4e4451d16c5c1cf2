"""A name becomes another one: in sentences, and in the ids that are made of it."""
