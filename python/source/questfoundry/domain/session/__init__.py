"""Define the values of the studio: session states, and delegated runs with their events."""
