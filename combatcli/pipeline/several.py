"""Several targets at once: patterns and a side in place of a combatant; dice in place of an amount."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial

from combatcli.declarations import Invocation
from combatcli.dice.rolling.sources import Source
from combatcli.dice_events import Roll
from combatcli.encounter.ids import READ_AS_AMOUNT
from combatcli.encounter.references import HERE, PATTERN, combatant_named, id_or_word, ids_matching
from combatcli.encounter.schema import Encounter
from combatcli.errors import FEW, DiceError, RefusedError, UsageError, nearest
from combatcli.events import Combatant
from combatcli.pipeline.board import show_events
from combatcli.rulesets.game import Game
from combatcli.rulesets.shared.sides import side_of
from combatcli.streams import may_abbreviate_names
from combatcli.text import is_number, shortlist

DICE = r"\d*d\d|[({+]|\d+ *[-+*] *\d|\d\.\d"
"""The pattern of an amount in dice or arithmetic."""
MEANT_FOR_ALL = ("condition", "recover")
"""The commands that are also for those who are out of the fight."""


def with_combatants_expanded(call: Invocation, encounter: Encounter, game: Game) -> tuple[Invocation, list[str]]:
    """Replace patterns and `--side` in a line by the ids of combatants, each once.

    Returns sentences, too, about who was left out and who was named more than once.
    With a side, named combatants must belong to it, patterns match only its members, and no names mean all of it.
    Who is out of the fight is left out, unless named. Raises RefusedError where nobody matches.
    """
    key = next((argument.name for argument in call.command.arguments if argument.many), "")
    words = call.words.get(key, [])
    side = call.options.get("side") if any(option.key == "side" for option in call.command.options) else None
    if call.name == "wound" and words[0 if side else 1 :]:
        _check_amount_is_nobody(call, words, encounter)
    several = any(_is_pattern(word, encounter) for word in words)
    if side is None and not several and not (call.name == "wound" and _names_somebody_twice(words, encounter)):
        return call, []
    named: list[str] = []
    other_words: list[str] = []
    by_themselves: set[str] = set()
    for word in words:
        if _is_pattern(word, encounter):
            named += ids_of_words(encounter, [word])
        elif id_or_word(encounter, word) in encounter.combatants:
            named.append(id_or_word(encounter, word))
            by_themselves.add(named[-1])
        else:
            other_words.append(word)
    twice = [who for who, times in Counter(named).items() if times > 1]
    if side is not None:
        named = members_of_side(encounter, side, named, apart=words)
    out = [] if call.name in MEANT_FOR_ALL else [who for who in out_of_the_fight(encounter, game) if who in named]
    left_out = [who for who in out if who not in by_themselves]
    able = [who for who in dict.fromkeys(named) if who not in left_out]
    sentences = [f"named more than once, and meant once: {shortlist(twice, FEW)}"] if twice else []
    sentences += [f"left out, being out of the fight: {shortlist(left_out, FEW)}"] if left_out else []
    if not able:
        raise RefusedError("all of those named are out of the fight", "`combatcli show` tells who is not.")
    options = {key: value for key, value in call.options.items() if key != "side"}
    return call.changed(words={**call.words, key: [*able, *other_words]}, options=options), sentences


def _check_amount_is_nobody(call: Invocation, words: Sequence[str], encounter: Encounter) -> None:
    """Refuse a last word that may be the amount, and is somebody's name as well."""
    import shlex

    *others, last = words
    if re.fullmatch(READ_AS_AMOUNT, last) and id_or_word(encounter, last) in encounter.combatants:
        before, _, after = shlex.join(call.argv).rpartition(f" {last}")
        as_amount, as_combatant = f"{before} +{last}{after}", shlex.join(dict.fromkeys([last, *others]))
        raise UsageError(
            f'"{last}" may be the amount, and is a combatant here',
            f"Write: combatcli {as_amount}, or for the combatant: combatcli wound {as_combatant}",
        )


def out_of_the_fight(encounter: Encounter, game: Game) -> list[str]:
    """Return those who are out of the fight, as `show` says."""
    return [event.who for event in show_events(encounter, game) if isinstance(event, Combatant) and event.harm == "out"]


def ids_of_words_on_side(fight: Encounter, words: Sequence[str], side: str | None, *, where: str = HERE) -> list[str]:
    """Return the ids that words mean, or of everybody; with ``side`` only those on it. Raises RefusedError."""
    named = (
        ids_of_words(fight, words, where=where, abbreviated=may_abbreviate_names()) if words else list(fight.combatants)
    )
    return named if side is None else members_of_side(fight, side, named, apart=words)


def ids_of_words(fight: Encounter, words: Sequence[str], *, where: str = HERE, abbreviated: bool = False) -> list[str]:
    """Return the ids of the combatants that words mean, each once: ids, names, or shell patterns (goblin*).

    Raises RefusedError for a name that nobody has, or a pattern that nobody matches.
    """
    ids: list[str] = []
    for word in words:
        who = id_or_word(fight, word, abbreviated=abbreviated)
        if who in fight.combatants or not set(word) & set(PATTERN):
            combatant_named(fight, who, where)
            ids.append(who)
            continue
        fits = ids_matching(word, fight.combatants)
        if not fits:
            raise RefusedError(f'nobody matches "{word}" in {where}', nearest(word.strip(PATTERN), fight.combatants))
        ids += fits
    return list(dict.fromkeys(ids))


def _is_pattern(word: str, encounter: Encounter) -> bool:
    """Tell whether a word is a pattern: one that matches an id, or can be nothing else."""
    if not set(word) & set(PATTERN) or id_or_word(encounter, word) in encounter.combatants:
        return False
    return bool(ids_matching(word, encounter.combatants)) or (
        "*" in word and " " not in word and not re.search(DICE, word)
    )


def _names_somebody_twice(words: Sequence[str], encounter: Encounter) -> bool:
    """Tell whether words name a combatant twice; a number may be an amount."""
    named = [id_or_word(encounter, word) for word in words if not is_number(word)]
    by_id = [who for who in named if who in encounter.combatants]
    return len(set(by_id)) < len(by_id)


def members_of_side(
    encounter: Encounter, side: str, among: Sequence[str] = (), *, apart: Sequence[str] = ()
) -> list[str]:
    """Return the ids of a side, all or those ``among`` some.

    Raises RefusedError for one ``apart`` who is none, and where there are none.
    """
    sides = {who: side_of(combatant) for who, combatant in encounter.combatants.items()}
    wanted = next((other for other in sides.values() if other.casefold() == side.casefold()), None)
    if wanted is None:
        raise RefusedError(f'there is no side "{side}"', nearest(side, set(sides.values())))
    other = next((who for who in apart if sides.get(who, wanted) != wanted), None)
    if other is not None:
        raise RefusedError(f"{other} is not on the side {wanted}, but on {sides[other]}")
    members = [who for who, own in sides.items() if own == wanted]
    named = [who for who in members if not among or who in among]
    if not named:
        raise RefusedError(f"nobody of those named is on the side {side}", f"On it: {shortlist(members, FEW)}.")
    return named


def amount_in_dice(call: Invocation, encounter: Encounter) -> str:
    """Return the dice that stand in place of the amount of a `wound`; empty for a number or no amount."""
    words = call.words.get("what", [])
    if call.name != "wound" or not words or is_number(words[-1].removeprefix("+")) or not re.search(DICE, words[-1]):
        return ""
    return "" if id_or_word(encounter, words[-1]) in encounter.combatants else str(words[-1])


def rolled_amounts(call: Invocation, source: Source) -> tuple[list[Invocation], list[Roll]]:
    """Roll the amount of a `wound`: once for all targets, or with `--each` in a line for each.

    Raises UsageError for an amount that is no dice, and for `--each` without dice.
    """
    from combatcli.dice.notation import parse
    from combatcli.dice.rolling.roll import roll
    from combatcli.report.rolls import roll_event

    *targets, text = call.words["what"]
    try:
        expression = parse(text)
    except DiceError as error:
        raise UsageError(
            f'wound: "{text}" is no amount: {error.message}', "Write a number, or dice as in 2d6."
        ) from None
    options = {key: value for key, value in call.options.items() if key != "each"}
    whom = [[who] for who in targets] if "each" in call.options else [targets]
    lines: list[Invocation] = []
    rolls: list[Roll] = []
    for each in whom:
        source.set_purpose(f"the wound of {', '.join(each) or 'the target'}", partial(roll, expression.tree))
        rolled = roll(expression.tree, source)
        if not is_number(text.lstrip("+-")):
            rolls.append(roll_event(expression, rolled))
        lines.append(call.changed(words={**call.words, "what": [*each, f"{rolled.total:+}"]}, options=options))
    return lines, rolls
