"""The composition root: settings, paths, and containers that give use cases their adapters."""
