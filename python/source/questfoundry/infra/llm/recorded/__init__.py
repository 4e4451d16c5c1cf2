"""Replay a log of model calls, to repeat the creation of a story offline."""
