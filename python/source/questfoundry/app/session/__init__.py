"""The studio: a conversation about a project, with an agent that answers or launches runs.

The agent is a language model with tools. In a run, several agents work on one task.
"""
