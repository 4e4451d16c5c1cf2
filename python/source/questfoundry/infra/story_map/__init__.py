"""Render and lay out the story map: as DOT, as Mermaid, and as SVG through Graphviz."""
