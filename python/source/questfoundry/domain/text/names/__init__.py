"""Recognise the names of people, places and things by rules."""
