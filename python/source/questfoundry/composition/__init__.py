"""The composition root: settings, paths, and the containers that connect adapters to use cases."""
