"""Let a model call tools in a loop, and stop repeated calls."""
