"""Read ink stories from the JSON that ink compilers write."""
