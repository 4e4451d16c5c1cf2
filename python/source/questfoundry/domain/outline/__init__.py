"""Read an author's outline (idea, plot points, names), and measure which points a plan tells."""
