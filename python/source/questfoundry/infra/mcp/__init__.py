"""The Model Context Protocol (MCP): the studio as a server, and tools of other servers."""
