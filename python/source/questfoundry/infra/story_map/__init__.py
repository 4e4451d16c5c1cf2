"""Draw the story map, the graph of passages and choices, as DOT, Mermaid or SVG."""
