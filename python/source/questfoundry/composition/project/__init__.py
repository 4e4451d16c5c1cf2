"""Offer a project to programs: the public classes over the use cases."""
