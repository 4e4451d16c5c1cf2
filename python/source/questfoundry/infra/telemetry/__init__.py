"""Write events to logs, and remove secrets from them."""
