"""A log of model calls as a provider: a story's making played back, offline."""
