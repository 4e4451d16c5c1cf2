"""Evaluate prompts, settings and models: exact figures of stories, and pairs for human judges."""
