"""Draw the story map, the graph of passages and choices, as SVG, PNG or Mermaid."""
