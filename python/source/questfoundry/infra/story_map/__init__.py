"""Drawing the map of a story: as DOT, as Mermaid, and as SVG through Graphviz."""
