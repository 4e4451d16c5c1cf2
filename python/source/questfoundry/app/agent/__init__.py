"""The agent's tool loop, its tools, and the guard against repeated calls."""
