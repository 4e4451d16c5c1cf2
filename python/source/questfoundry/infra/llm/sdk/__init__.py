"""Provide the code that all chat providers on official SDKs share."""
