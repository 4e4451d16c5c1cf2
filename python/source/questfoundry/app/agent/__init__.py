"""Let a model call tools in a loop, and stop it from repeating the same call."""
