"""Lay out the story map, and render it as DOT, as Mermaid, or as SVG through Graphviz."""
