"""Helpers of this project's own tests: builders of stories, servers, and players of exports.

Helpers for other programs that use QuestFoundry are in ``questfoundry.testing``.
"""
