"""Offer the studio over the Model Context Protocol (MCP), and use the tools of MCP servers."""
