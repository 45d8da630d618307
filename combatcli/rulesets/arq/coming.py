"""What comes next in an `arq` round: actions, then moves, then the pairs of the melee (Q10–Q12)."""

from __future__ import annotations

from combatcli.rulesets.arq.attack import open_choices, pairs_to_test
from combatcli.rulesets.arq.round import activating, is_to_draw, waiting
from combatcli.rulesets.arq.schema import Fight
from combatcli.rulesets.arq.state import Context, rank
from combatcli.rulesets.coming import Coming, Step, to_declare
from combatcli.rulesets.shared.sides import side_of
from combatcli.text import typed

ORDER = Step("order", "draws which side activates next", "[--cards CARD]")
CARDS = "[--cards CARDS]"


def coming(fight: Fight) -> Coming:
    """Return who is still to act in the phase (Q12); in melee the pairs still to be tested (Q35)."""
    if fight.phase == "melee":
        return _melee(Context(fight))
    who = [each for each in waiting(fight) if not fight.combatants[each].acted]
    if not who:
        return Coming()
    if is_to_draw(fight):
        return Coming(who=who, open="a card is to be drawn", steps=[ORDER])
    side = activating(fight)
    who = [each for each in who if side in (None, side_of(fight.combatants[each]))]
    one = "" if side is None else "one of them "
    if fight.phase == "action":
        first = f"declare {typed(who[0])}"
        shoots = rank(fight.combatants[who[0]], "missile") > 0
        shot = [Step(f"attack {typed(who[0])}", "shoots", "FOE --missile")] if shoots else []
        return to_declare(who, "act WHAT", Step(f"{first} pass", "does nothing"), *shot, ORDER, open_=f"{one}to act")
    first = typed(who[0])
    return Coming(
        who=who,
        open=f"{one}to move",
        steps=[Step(f"move {first}", "goes", "X,Y"), Step(f"declare {first} pass", "stays"), ORDER],
    )


def _melee(context: Context) -> Coming:
    pairs, choices = pairs_to_test(context), open_choices(context)
    if not pairs and not choices:
        return Coming()
    chosen = [Step("pairings --choose", f"pairs {each.who}", f"{each.who} FOE") for each in choices[:1]]
    one = [Step(f"attack {typed(who)} {typed(foe)}", "tests a pair", CARDS) for who, foe in pairs[:2]]
    every = [Step("attack --all", "tests all pairs", CARDS)] if pairs else []
    return Coming(
        who=[" and ".join(pair) for pair in pairs] or [each.who for each in choices],
        open="to fight" if pairs else "to be paired",
        steps=[*chosen, *every, *one],
        hits_later=bool(pairs),
    )
