"""Analyse the natural-language text of authors and models."""
