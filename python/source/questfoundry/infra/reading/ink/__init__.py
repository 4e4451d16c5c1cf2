"""The reader of ink stories, which works on the JSON that ink compilers write."""
