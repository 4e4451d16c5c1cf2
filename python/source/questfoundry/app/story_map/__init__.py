"""Describe the map of a story as a picture, independent of the drawing program."""
