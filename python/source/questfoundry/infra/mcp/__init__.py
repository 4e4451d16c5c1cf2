"""The Model Context Protocol, by its official SDK: the studio as a server, and others' as tools."""
