"""The containers that create adapters and use cases and pass them to each other."""
