"""Offer the studio over the Model Context Protocol (MCP), and use the tools of MCP servers.

The studio is QuestFoundry's assistant, a chat that can call tools.
"""
