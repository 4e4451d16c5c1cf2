"""Read an author's outline (idea, plot points and names), and measure what a plan tells of it."""
