"""Offer models research tools: the web, texts about interactive fiction, and books."""
