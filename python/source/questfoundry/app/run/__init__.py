"""Execute runs: their lifecycle, model and tool calls, budget and accounting."""
