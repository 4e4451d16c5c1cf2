"""Guide the small embedded model, which cannot write JSON or long prose without help."""
