"""The phases Discuss, Summarize and Serialize, and the runner that connects them."""
