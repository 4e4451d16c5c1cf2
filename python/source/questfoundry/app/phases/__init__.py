"""Discuss, Summarize, Serialize, and the runner that joins them."""
