"""What FILL goes by: an order of writing, what a writer must know, and faults of prose."""
