"""A goal that the author sets for the words to write, and how far the author has come."""

from attrs import frozen

MOST_WORDS = 9_999_999


@frozen(kw_only=True)
class WritingGoal:
    """The words to write each day (``daily``), and in the whole story; 0 is no goal."""

    daily: int = 0
    words: int = 0


@frozen(kw_only=True)
class GoalProgress:
    """A goal, the words that the author has added ``today``, and all ``words`` of the prose.

    ``today`` is negative if the author has removed more than written.
    """

    goal: WritingGoal
    today: int
    words: int
