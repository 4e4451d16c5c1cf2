"""Playing a structure: one playthrough, and all of them at once, exactly."""
