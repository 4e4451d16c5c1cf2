"""Export the HTML player: one web page that contains a story."""
