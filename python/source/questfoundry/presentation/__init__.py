"""Code that all user interfaces share: output, progress, errors, and the frame of commands."""
