"""The execution of a run: lifecycle, model and tool calls, budget and accounting."""
