"""The stages of the pipeline: what each needs, requests, checks and adds to the story."""
