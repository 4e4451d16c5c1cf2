"""Compose a draft of a story from scenes written by hand, without a language model."""
