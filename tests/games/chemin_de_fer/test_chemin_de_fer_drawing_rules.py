"""Rules that are made by hand are checked as those made with fixed."""

import pytest

from exact import ExactError
from exact.games.chemin_de_fer import Rules

CLASSICAL = Rules.named("classical")
PONTE, BANKER = CLASSICAL.ponte, CLASSICAL.banker


def test_exceptions_may_be_given_in_the_form_of_fixed():
    fixed = CLASSICAL.fixed(ponte={(1, 4): "draw"}, banker={((0, 6), None): "stand"})
    assert Rules(PONTE, BANKER, (((1, 4), "draw"),), ((((0, 6), None), "stand"),)) == fixed


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Rules(None, BANKER), "ponte: got None; a tuple of eight actions"),
        (lambda: Rules(list(PONTE), BANKER), "ponte: got"),
        (lambda: Rules(PONTE, (1,) * 8), "banker: got"),
        (lambda: Rules(PONTE, BANKER, {}), "ponte_hands: got {}"),
        (lambda: Rules(PONTE, BANKER, ("x",)), "ponte_hands: got"),
        (lambda: Rules(PONTE, BANKER, (((4, 1), "draw"),)), "ponte_hands: got"),
        (lambda: Rules(PONTE, BANKER, (((1, 4), "jump"),)), "action: got 'jump'"),
        (lambda: Rules(PONTE, BANKER, (((1, 4), "draw"), ((1, 4), "stand"))), "ponte_hands: got"),
        (lambda: Rules(PONTE, BANKER, (), ((((0, 6), 11), "stand"),)), "banker_hands: got"),
        (lambda: CLASSICAL.fixed(banker={(6, True): "draw"}), "cell: got"),
        (lambda: CLASSICAL.fixed(banker={(6, 6.0): "draw"}), "cell: got"),
    ],
)
def test_bad_rules_are_refused(make, message):
    with pytest.raises(ExactError, match=f"^{message}"):
        make()
