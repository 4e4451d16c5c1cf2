"""Write logs of events, and remove secrets from them."""
