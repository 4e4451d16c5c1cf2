"""The formats that stories of others are read from."""
