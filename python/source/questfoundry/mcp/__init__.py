"""The studio for other programs, over the Model Context Protocol: the command ``qf mcp``."""
