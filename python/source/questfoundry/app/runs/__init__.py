"""Carry out delegated runs, in which agents draft, refine, vote, plan and execute.

An agent is a language model that works on the task of the run.
"""
