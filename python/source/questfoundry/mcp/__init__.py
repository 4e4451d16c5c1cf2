"""The door for other programs: ``qf mcp`` serves the studio (Model Context Protocol)."""
