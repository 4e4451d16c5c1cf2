"""What only this project's own suite needs: builders of stories, servers, players of exports.

What a program that uses QuestFoundry needs for its tests is in ``questfoundry.testing``.
"""
