"""The Model Context Protocol (MCP): offer the studio as a server, and use other servers' tools."""
