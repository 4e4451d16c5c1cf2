"""What surrounds a call on its way: retries, the gate to a provider, the log of calls."""
