"""Renderers of the story map: DOT, Mermaid, and SVG through Graphviz."""
