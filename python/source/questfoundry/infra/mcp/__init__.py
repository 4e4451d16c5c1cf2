"""The Model Context Protocol (MCP): the studio as a server, and the tools of other servers."""
