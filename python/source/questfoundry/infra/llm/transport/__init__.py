"""Chat providers that wrap another one: to retry calls, to limit concurrent calls, to log calls."""
