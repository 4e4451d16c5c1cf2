"""The only place that knows every name: settings, paths, containers."""
