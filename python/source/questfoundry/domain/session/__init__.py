"""Values of the studio: session states, and the specs, results and events of delegated runs."""
