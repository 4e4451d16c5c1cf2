"""Describe the map of a story as data, independent of the program that draws the map."""
