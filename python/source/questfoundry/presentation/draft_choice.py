"""Let the author choose a draft of a run, and say in words who decided."""

from questfoundry.domain.errors import InputError
from questfoundry.domain.run.result import Decider, DraftChoice, RunResult


def describe_decision(result: RunResult) -> str:
    """Return a sentence on who decided that the answer of ``result`` counts; empty if no one."""
    match result.decided_by:
        case Decider.AUTHOR:
            other = "" if result.run_choice == result.agent else result.run_choice
            run_choice = f" The run itself chose {other}." if other else ""
            return f"You chose {result.agent}'s draft.{run_choice}"
        case Decider.VOTE:
            return f"The vote chose {result.agent}."
        case Decider.RULE:
            return f"Without a vote, {result.agent}'s draft counts."
        case _:
            return ""


def format_choice(result: RunResult) -> str:
    """Return a sentence on the draft that the author has just chosen."""
    where = f"version {result.version} of {result.stage}" if result.stage else result.answer_file
    return f"{result.agent}'s draft is now the answer of this run: {where}"


def parse_choice(text: str) -> DraftChoice:
    """Return the choice that the words RUN AGENT [DRAFT] name, or raise ``InputError``."""
    words = text.split()
    numbers = words[2:]
    if len(words) not in {2, 3} or not all(map(str.isdecimal, numbers)):
        raise InputError("Name the run and the agent, for example: /choose 1 ann")
    number = int(numbers[0]) if numbers else None
    return DraftChoice(run=words[0], agent=words[1], number=number)
