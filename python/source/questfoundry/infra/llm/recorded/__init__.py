"""A log of model calls as a provider, which replays the creation of a story offline."""
