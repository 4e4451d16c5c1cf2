"""Execute runs: begin and end them, make their model and tool calls, and account for their cost."""
