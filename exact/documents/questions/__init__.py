"""The questions that decide the claims: each takes a model and gives the exact answer in it.

One module a document; a question is a public function of its module.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from exact.documents.answers import Answer, Arguments
from exact.documents.models import Model
from exact.documents.questions import baccara_banque, chemin_de_fer, partie, rouge_et_noir
from exact.errors import refusal

Question = Callable[[Model, Arguments], Answer]

QUESTIONS: Final[dict[str, Question]] = {
    function.__name__: function
    for function in (
        rouge_et_noir.cards,
        rouge_et_noir.card_values,
        rouge_et_noir.rouge_first,
        rouge_et_noir.row_range,
        rouge_et_noir.lower_total_wins,
        rouge_et_noir.example,
        rouge_et_noir.apres_is_void,
        rouge_et_noir.refait_loss,
        rouge_et_noir.last_cards,
        rouge_et_noir.proportion,
        rouge_et_noir.counted_coups_per_refait,
        rouge_et_noir.half_of_one_in,
        rouge_et_noir.advantage_counted,
        rouge_et_noir.roulette_advantage,
        rouge_et_noir.below_roulette_counted,
        rouge_et_noir.below_roulette,
        chemin_de_fer.shoe_cards,
        chemin_de_fer.last_coup,
        chemin_de_fer.higher_total_wins,
        chemin_de_fer.naturel_ends,
        chemin_de_fer.banker_paid,
        chemin_de_fer.bank_gain,
        chemin_de_fer.ponte_rule,
        chemin_de_fer.ponte_free,
        chemin_de_fer.banker_rule,
        chemin_de_fer.banker_free,
        chemin_de_fer.same_tableau,
        baccara_banque.two_tableaux_gain,
        baccara_banque.below_chemin_de_fer,
        baccara_banque.banker_in_conflict,
        baccara_banque.backs_tell_nothing,
        baccara_banque.banque_paid,
        baccara_banque.tax_on_net_gain,
        baccara_banque.flat_tax_earned,
        baccara_banque.a_cheval_halves,
        baccara_banque.nine_cards_left,
        partie.script,
    )
}


def question(name: str) -> Question:
    """The question with this name; ExactError if there is none."""
    if name not in QUESTIONS:
        raise refusal("question", name, f"the questions are {', '.join(QUESTIONS)}")
    return QUESTIONS[name]
