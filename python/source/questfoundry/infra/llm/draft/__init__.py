"""A chat provider that composes a draft from scenes written by hand, without any model."""
