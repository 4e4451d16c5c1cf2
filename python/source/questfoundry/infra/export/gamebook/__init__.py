"""Export the story as a gamebook with numbered sections, for print, EPUB and PDF."""
