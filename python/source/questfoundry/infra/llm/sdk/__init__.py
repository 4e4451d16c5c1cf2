"""Chat providers on the official SDKs: one adapter a wire format, and what they share."""
