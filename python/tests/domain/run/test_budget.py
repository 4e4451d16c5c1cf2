"""Tests for budgets as an author writes them."""

from decimal import Decimal

import pytest

from questfoundry.domain.errors import InputError
from questfoundry.domain.run.spec import Budget, BudgetUnit


@pytest.mark.parametrize(
    ("text", "amount", "unit", "shown"),
    [
        ("50000tokens", "50000", BudgetUnit.TOKENS, "50,000 tokens"),
        (" 1 TOKENS ", "1", BudgetUnit.TOKENS, "1 tokens"),
        ("2.50usd", "2.50", BudgetUnit.DOLLARS, "$2.50"),
        ("0.000001 USD", "0.000001", BudgetUnit.DOLLARS, "$0.000001"),
    ],
)
def test_an_amount_and_its_unit(text, amount, unit, shown):
    """Authors write budgets in either case, and with or without a space before the unit."""
    budget = Budget.parse(text)
    assert (budget.amount, budget.unit, str(budget)) == (Decimal(amount), unit, shown)


@pytest.mark.parametrize(
    "text",
    ["", "5", "tokens", "0tokens", "0.00usd", "-1usd", "1.5tokens", "1e3usd", "nan usd", "٣usd"],
)
def test_anything_else_is_refused_with_examples(text):
    """A budget that is misread would spend the author's money; examples show the right form."""
    with pytest.raises(InputError, match=r"is not a budget\. Give tokens, such as 50000tokens"):
        Budget.parse(text)
