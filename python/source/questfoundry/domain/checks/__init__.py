"""The laws that a playable structure must keep, and the findings where it breaks them."""
