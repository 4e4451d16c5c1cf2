"""The story as a picture: what is drawn, whatever draws it."""
