"""The research tools: web search, web pages, texts on the craft, and the author's books."""
