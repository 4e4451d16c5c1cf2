"""Adapters that write finished stories in the formats of players, tools and print."""
