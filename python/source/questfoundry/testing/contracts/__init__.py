"""One suite a port; each adapter and each fake runs it."""
