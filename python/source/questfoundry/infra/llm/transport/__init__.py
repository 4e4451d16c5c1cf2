"""Wrap chat providers to retry calls, to limit concurrent calls, or to log calls."""
