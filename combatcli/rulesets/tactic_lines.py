"""Lines of tactics: what a combatant does, to whom, under which conditions; parsed, checked, made into deeds."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from shlex import quote
from typing import TYPE_CHECKING, TypeVar

import msgspec

from combatcli.encounter.references import Problem
from combatcli.encounter.schema import Encounter, Member, all_keys
from combatcli.errors import RefusedError, nearest
from combatcli.records import Record
from combatcli.rulesets.shared.sides import side_of
from combatcli.rulesets.shared.touching import engaged_with
from combatcli.rulesets.tactics import allies_weakest_first, foes_of

if TYPE_CHECKING:
    from combatcli.rulesets.game import Game
    from combatcli.rulesets.tactics import ActionDeeds, AnyLiveFight, AnyTactics, Deed

    E = TypeVar("E", bound=Encounter)
    T = TypeVar("T")

COMMANDS = ("attack", "boon", "impede", "move", "push", "recover")
"""The commands that a line may begin with, if the game has them."""
GIVEN = ("boon", "recover")
"""Those of them that name only their target."""
TARGETS = ("nearest", "farthest", "weakest", "strongest", "attacker", "engaged", "any", "same")
STATES = ("hurt", "fresh", "alone", "outnumbered", "engaged", "cornered")
COUNTS = ("round", "allies", "foes")
POINT = re.compile(r"[-\d.,]+")
ALLY = "ally"
ATTACK = "attack"
ANSWER, NEVER, CHOOSE = "answer", "never answer", "choose"
OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "=": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}


class Comparison(Record):
    """A number compared with another."""

    key: str
    sign: str
    number: int


class TacticLine(Record):
    """A parsed line: its first word, the words before and after the target, and its conditions."""

    text: str
    verb: str
    target: str
    ally: bool
    rest: tuple[str, ...]
    conditions: tuple[str | Comparison, ...]


@lru_cache
def parse_line(text: str) -> TacticLine:
    """Return a parsed line; RefusedError if it cannot be parsed."""
    words, conditions = _split_at_if(text)
    if conditions == "":
        raise RefusedError('after "if" comes a condition', f"One of {', '.join(STATES)}, or a number, as in round >= 3")
    if not words:
        raise RefusedError("a line of tactics is empty", 'As in tactics = ["attack nearest"]')
    verb, *rest = words
    if verb == "never":
        if rest[:1] != [ANSWER]:
            raise RefusedError('after "never" comes "answer"', "As in never answer counter")
        verb, rest = NEVER, rest[1:]
    ally = ALLY in rest
    rest = [word for word in rest if word != ALLY]
    target = rest.pop(0) if rest and not rest[0].startswith("-") else ""
    if ally and not target:
        target = "nearest"
    parts = [part.strip() for part in re.split(r"\band\b", conditions)] if conditions else []
    return TacticLine(text, verb, target, ally, tuple(rest), tuple([_parse_condition(part) for part in parts]))


def _split_at_if(text: str) -> tuple[list[str], str | None]:
    """Return the words before a line's `if`, and its conditions; None without an `if`."""
    words = text.split()
    if "if" not in words:
        return words, None
    place = words.index("if")
    return words[:place], " ".join(words[place + 1 :])


def _parse_condition(text: str) -> str | Comparison:
    comparison = re.fullmatch(r"([A-Za-z_]+)\s*(>=|<=|!=|=|>|<)\s*(-?\d{1,9})", text)
    return Comparison(comparison[1], comparison[2], int(comparison[3])) if comparison else text


def is_action(line: TacticLine) -> bool:
    """Tell whether a line is an action, not an answer or a choice."""
    return line.verb not in (ANSWER, NEVER, CHOOSE)


def lines_of(fight: Encounter, combatant: Member) -> list[str]:
    """Return a combatant's own lines in the file, else those of its side, else the usual ones."""
    lines = combatant.tactics or (fight.tactics.get(side_of(combatant), []) if fight.tactics else [])
    return [lines] if isinstance(lines, str) else [*(lines or fight.usual_tactics)]


def rename_in_lines(fight: E, old: str, new: str) -> E:
    """Return a fight whose lines name a combatant by its new id; lines that name a removed one go."""
    for who, combatant in fight.combatants.items():
        lines = _lines_renamed(combatant.tactics, old, new)
        if lines != combatant.tactics:
            fight = fight.with_combatant(who, tactics=lines)
    sides = {side_of(combatant) for combatant in fight.combatants.values()}
    by_side = {side: _lines_renamed(lines, old, new) for side, lines in fight.tactics.items() if side in sides}
    return fight.changed(tactics=by_side) if by_side != fight.tactics else fight


def _lines_renamed(lines: str | list[str], old: str, new: str) -> str | list[str]:
    texts = [lines] if isinstance(lines, str) else lines
    named = [line for line in texts if old in _split_at_if(line)[0][1:]]
    if not named:
        return lines
    if not new:
        return [line for line in texts if line not in named]
    return [
        " ".join([new if word == old else word for word in line.split()]) if line in named else line for line in texts
    ]


def problems(game: Game, fight: Encounter) -> Iterator[Problem]:
    """Yield a problem for each line with a meaningless word, target or key."""
    sides = {side_of(member): member for member in fight.combatants.values()}
    for side, lines in fight.tactics.items():
        path = f"tactics.{side}"
        if side not in sides:
            yield Problem(path, f'there is no side "{side}"', nearest(side, sides))
        else:
            yield from owner_problems(game, fight, sides[side], path, lines)
    for who, combatant in fight.combatants.items():
        yield from owner_problems(game, fight, combatant, f"combatants.{who}.tactics", combatant.tactics)


def owner_problems(game: Game, fight: Encounter, owner: Member, path: str, lines: str | list[str]) -> Iterator[Problem]:
    """Yield a problem for each of some lines of an owner with a meaningless word, target or key."""
    for text in [lines] if isinstance(lines, str) else lines:
        try:
            line = parse_line(text)
        except RefusedError as error:
            yield Problem(path, f'"{text}": {error.message}', error.hint, text)
            continue
        for message, word, possible in _line_errors(game, fight, owner, line):
            yield Problem(path, f'"{text}": {message}', nearest(word, possible), text)


def _line_errors(
    game: Game, fight: Encounter, owner: Member, line: TacticLine
) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield the errors of a line: the message, the word, and the words that are possible there."""
    tactics = game.parts.tactics
    words = {line.verb, *[word.partition("=")[0] for word in (line.target, *line.rest)]}
    for command in tactics.by_word if tactics is not None else ():
        if line.verb == command.split()[0] and words.issuperset(command.split()):
            yield f"{command} is the GM's word, not a tactic: type it yourself where you allow it", "", ()
            return
    verbs = verbs_of(game)
    if line.verb not in verbs:
        yield f'{game.name} has no action "{line.verb}"', line.verb, verbs
        return
    if tactics is not None:
        yield from _wrong_target(game.name, fight, tactics, line)
        if line.verb not in tactics.free_text:
            yield from _wrong_options(game, "declare" if line.verb in tactics.acts else line.verb, line)
    numbers = [key for key, value in all_keys(owner).items() if _is_number(value) or value is None]
    states = states_of(game)
    for condition in line.conditions:
        if isinstance(condition, str) and condition.endswith(tuple(OPERATORS)):
            yield f'"{condition}" does not compare a number, as in foes > 1', "", ()
        elif isinstance(condition, str) and condition not in states:
            yield f'"{condition}" is not a condition', condition, states
        elif isinstance(condition, Comparison) and condition.key not in (*COUNTS, *numbers):
            yield f'"{condition.key}" is not a number of theirs', condition.key, [*COUNTS, *numbers]


def verbs_of(game: Game) -> list[str]:
    """Return the words that a line may begin with in a game."""
    tactics = game.parts.tactics
    if tactics is None:
        return []
    answering = [ANSWER, NEVER] if tactics.answers else []
    choosing = [CHOOSE] if tactics.choices else []
    commands = [command for command in COMMANDS if game.has_command(command) and command not in tactics.by_word]
    return list(dict.fromkeys([*tactics.acts, *commands, *answering, *choosing]))


def states_of(game: Game) -> list[str]:
    """Return the states that a condition may ask for in a game."""
    has_cornered = game.parts.tactics is not None and game.parts.tactics.cornered is not None
    return [state for state in STATES if state != "cornered" or has_cornered]


def pattern_of(game: Game) -> str:
    """Return the regular expression of a line for the JSON Schema."""
    signs = "|".join(OPERATORS)
    condition = rf"({'|'.join(states_of(game))}|[A-Za-z_]+\s*({signs})\s*-?\d+)"
    return rf"^\s*({'|'.join(verbs_of(game))})(\s+(?!if(\s|$))\S+)*(\s+if\s+{condition}(\s+and\s+{condition})*)?\s*$"


def _wrong_target(
    game: str, fight: Encounter, tactics: AnyTactics, line: TacticLine
) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield the error of a line's target, answer or choice."""
    answers, choices = [*tactics.answers], [*tactics.choices]
    targets = [*TARGETS, *fight.combatants, *(fight.arenas if line.verb != ATTACK else ())]
    if line.verb in (ANSWER, NEVER):
        if line.target not in answers:
            yield f'{game} has no answer "{line.target}": it has {", ".join(answers)}', line.target, answers
    elif line.verb == CHOOSE:
        if line.target not in (choices if choices != [*TARGETS] else targets):
            yield f'{game} has no choice "{line.target}": it has {", ".join(choices)}', line.target, choices
    elif line.verb in tactics.free_text:
        return
    elif line.verb == ATTACK and not (line.target or line.rest):
        yield "attack needs a target, as in attack nearest", "", ()
    elif not (line.target in ("", *targets) or POINT.fullmatch(line.target)):
        yield f'there is nobody "{line.target}"', line.target, targets
    for word in line.rest:
        if line.verb == ATTACK and word in TARGETS:
            yield f"{line.target} and {word} are two targets: write a line for each", "", ()


def _wrong_options(game: Game, command: str, line: TacticLine) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Yield the options of a line that its command does not have in a game."""
    action = game.action(command)
    if action is None:
        return
    keys = [field.encode_name for field in msgspec.structs.fields(action.request)]
    options = [f"--{key.rstrip('_').replace('_', '-')}" for key in keys]
    for word in (line.target, *line.rest):
        option = word.partition("=")[0]
        if option.startswith("--") and option != "--" and option not in options:
            yield f"{game.name}'s {command} has no option {option}", option, options


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def failing_condition(live: AnyLiveFight, who: str, tactics: AnyTactics, line: TacticLine) -> str:
    """Return a line's first condition that does not hold; empty if all do."""
    for condition in line.conditions:
        if isinstance(condition, str):
            if not _is_in_state(live.fight, who, tactics, condition):
                return f"not {condition}"
        else:
            value = _number_of(live.fight, who, tactics, condition.key)
            if value is None or not OPERATORS[condition.sign](value, condition.number):
                return f"{condition.key} is {'unknown' if value is None else f'{value:g}'}"
    return ""


def _is_in_state(fight: Encounter, who: str, tactics: AnyTactics, state: str) -> bool:
    combatant = fight.combatants[who]
    left, most = tactics.left(combatant)
    match state:
        case "hurt":
            return 2 * left <= most
        case "fresh":
            return left == most
        case "alone":
            return not allies_weakest_first(fight, who, tactics)
        case "outnumbered":
            return len(foes_of(fight, who, tactics)) > len(allies_weakest_first(fight, who, tactics)) + 1
        case "engaged":
            return bool(_engaged_foes(fight, who, tactics))
    return tactics.cornered is not None and tactics.cornered(fight, combatant)


def _number_of(fight: Encounter, who: str, tactics: AnyTactics, key: str) -> float | None:
    if key == "round":
        return fight.round
    if key in COUNTS:
        return len((allies_weakest_first if key == "allies" else foes_of)(fight, who, tactics))
    combatant = fight.combatants[who]
    own = tactics.numbers.get(key)
    value = own(combatant) if own is not None else all_keys(combatant).get(key)
    return value if _is_number(value) else None


def _engaged_foes(fight: Encounter, who: str, tactics: AnyTactics) -> list[str]:
    """Return the foes engaged with a combatant: by pairs, by the file, and by the game (P1)."""
    foes = foes_of(fight, who, tactics)
    paired = [other for pair in fight.pairs if who in pair for other in pair]
    named = engaged_with(fight, who, foes.__contains__)
    return [foe for foe in dict.fromkeys([*paired, *named, *tactics.engaged(fight, who)]) if foe in foes]


def line_targets(
    live: AnyLiveFight, who: str, tactics: AnyTactics, line: TacticLine, among: Sequence[str] | None = None
) -> Iterable[str]:
    """Return a line's targets that are not out, the best first; if ``among`` is given, only of these."""
    fight = live.fight
    candidates = (allies_weakest_first if line.ally else foes_of)(fight, who, tactics)
    if among is not None:
        candidates = sorted(among, key=lambda name: tactics.left(fight.combatants[name])[0])
    target = line.target
    if target in ("nearest", "farthest"):
        return sorted(candidates, key=lambda other: tactics.away(fight, who, other), reverse=target == "farthest")
    if target == "any":
        return live.shuffled(candidates)
    by_word: dict[str, Sequence[str | None]] = {
        "weakest": candidates,
        "strongest": candidates[::-1],
        "attacker": [live.attackers.get(who)],
        "same": [live.targets.get(who)],
        "engaged": _engaged_foes(fight, who, tactics),
    }
    if target in by_word:
        return [foe for foe in by_word[target] if foe in candidates]
    allowed = (*candidates, *allies_weakest_first(fight, who, tactics)) if among is None else candidates
    return [target] if target in allowed or target not in fight.combatants else []


def will_answer(live: AnyLiveFight, who: str, tactics: AnyTactics, word: str) -> bool:
    """Tell whether a combatant gives an answer: its own first line about it that holds decides, else the game's."""
    usual = tactics.answers[word].usual
    for line in map(parse_line, [*lines_of(live.fight, live.fight.combatants[who]), *([usual] if usual else [])]):
        if line.target == word and line.verb in (ANSWER, NEVER) and not failing_condition(live, who, tactics, line):
            return line.verb == ANSWER
    return not usual


def applies_hit_at_once(live: AnyLiveFight, target: str, tactics: AnyTactics) -> bool:
    """Tell whether a hit on a combatant is applied at once, as no answer of theirs comes first."""
    return not any(
        answer.keeps is not None and answer.keeps(live.fight, target) and will_answer(live, target, tactics, word)
        for word, answer in tactics.answers.items()
        if target in live.fight.combatants
    )


def side_choosers(live: AnyLiveFight, among: Iterable[str], tactics: AnyTactics) -> Iterator[tuple[str, TacticLine]]:
    """Yield those whose tactics choose for their side, with the first choosing line that holds."""
    for who in among:
        lines = lines_of(live.fight, live.fight.combatants[who])
        choices = [line for line in map(parse_line, lines) if line.verb == CHOOSE] if lines else ()
        for line in choices:
            if not failing_condition(live, who, tactics, line):
                yield who, line
                break


def actions_with_answers(live: AnyLiveFight, tactics: AnyTactics) -> Iterator[ActionDeeds]:
    """Yield the actions of a phase or turn, each followed by the answers to it."""
    for actor, deeds in tactics.actions(live):
        yield actor, deeds
        acted = [actor] if actor else live.fight.combatants
        for word, answer in tactics.answers.items():
            for who, whom in answer.open_to(live.fight, acted):
                fight = live.fight
                out = any(tactics.is_out(fight, fight.combatants[one]) for one in (who, whom))
                if not out and will_answer(live, who, tactics, word):
                    yield "", [answer.deed(fight, who, whom)]


def deeds_of(
    live: AnyLiveFight, who: str, tactics: AnyTactics, line: TacticLine, read: Callable[[str], Deed]
) -> Iterator[Deed]:
    """Yield the deeds of a line, the best first; CombatError if it cannot be parsed."""
    own = tactics.reads(live, who, line)
    if own is not None:
        yield from own
        return
    if line.verb in tactics.free_text:
        yield read(" ".join(["declare", quote(who), *_split_at_if(line.text)[0]]))
        return
    targets = line_targets(live, who, tactics, line) if line.target else [""]
    if line.verb == "move" and line.target and (line.target in TARGETS or line.target in live.fight.combatants):
        yield from tactics.ways(live.fight, who, targets)
        return
    for target in targets:
        somebody = target in live.fight.combatants
        words = [quote(target) if somebody else target, *line.rest]
        if line.verb in tactics.acts:
            if somebody and tactics.why_not(live.fight, who, line.verb, target):
                continue
            words = ["declare", quote(who), line.verb, *words]
        else:
            at_once = line.verb == "attack" and applies_hit_at_once(live, target, tactics)
            doer = [] if somebody and line.verb in GIVEN else [quote(who)]
            words = [line.verb, *doer, *words, tactics.at_once if at_once else ""]
        yield read(" ".join(words))
