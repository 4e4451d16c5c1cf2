"""The code that chat adapters on the official SDKs share."""
