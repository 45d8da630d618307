"""Resolves a command by the rules of the encounter's game: plays it, or computes its odds."""

from itertools import takewhile

from msgspec import Struct, ValidationError, convert

from combatcli.declarations import Given, Invocation, option_name
from combatcli.dice.rolling.sources import EnteredSource, Source
from combatcli.dice_events import Roll
from combatcli.encounter import document
from combatcli.encounter.key_types import key_types, kinds_of_values
from combatcli.encounter.references import check_combatants_exist, id_or_word, references_by_key, with_ids
from combatcli.encounter.schema import Encounter
from combatcli.errors import RefusedError, UsageError
from combatcli.events import Attack
from combatcli.pipeline.input import Input, open_input
from combatcli.pipeline.output import report_and_write
from combatcli.pipeline.result import Result
from combatcli.pipeline.several import amount_in_dice, rolled_amounts, with_combatants_expanded
from combatcli.rulesets import action, actions_by_game
from combatcli.rulesets.actions import AnyAction, Request
from combatcli.rulesets.context import CombatContext, E
from combatcli.rulesets.game import Game
from combatcli.rulesets.tasks import ImmediateRolls, play
from combatcli.streams import may_abbreviate_names
from combatcli.text import listed_in_words

FACES = frozenset(["dice", "cards", "seed", "json"])
"""Options about the source of faces, which matter even if nothing is rolled."""


def resolve(call: Invocation) -> int:
    """Play a command by the rules of the encounter's game."""
    with open_input(call) as origin:
        return resolve_or_report_odds(call, origin)


def resolve_or_report_odds(call: Invocation, origin: Input) -> int:
    """Play a command on an encounter, or report its odds."""
    doing = action(origin.game, call.name)
    encounter = origin.encounter
    call, left_out = with_combatants_expanded(call, encounter, origin.game)
    if "odds" in call.shared:
        if amount_in_dice(call, encounter):
            raise UsageError("--odds needs a number as the amount", "`combatcli odds` tells what dice come to.")
        from combatcli.rulesets.action_odds import odds_of

        strict, formal = "strict" in call.shared, bool(origin.path)
        answers = [
            odds_of(origin.game, doing, encounter, request, strict=strict, formal=formal)
            for request in _requests_with_ids(doing, call, origin)
        ]
        chances = [event for events, _ in answers for event in events]
        warnings = [*left_out, *dict.fromkeys(warning for _, sentences in answers for warning in sentences)]
        return report_and_write(
            call, origin, Result(chances, game=origin.game, names=encounter.display_names(), warnings=warnings)
        )
    if call.is_question_about_dice:
        from combatcli.pipeline.asked_dice import needed_dice

        needed = needed_dice(lambda source: _play_command(doing, call, origin, source), draws=origin.game.draws)
        return report_and_write(call, origin, Result(needed, game=origin.game, names=encounter.display_names()))
    source = _source_for(call, origin, encounter) if FACES & call.shared.keys() else None
    context, rolls, rolled = _play_command(doing, call, origin, source)
    result = result_of_play(origin, context, rolls.source or source)
    result.events = [*rolled, *result.events]
    result.warnings = [*left_out, *result.warnings]
    result.rolled = rolls.source is not None
    return report_and_write(_with_faces(call, rolls.source), origin, result)


def _play_command(
    doing: AnyAction, call: Invocation, origin: Input, source: Source | None
) -> tuple[CombatContext[Encounter], ImmediateRolls, list[Roll]]:
    """Play a command; return the context, the rolls, and the rolled amounts."""
    encounter = origin.encounter
    lines: list[Invocation] = [call]
    rolled: list[Roll] = []
    rolls = ImmediateRolls(lambda: source or _source_for(call, origin, encounter))
    if amount_in_dice(call, encounter):
        rolls.source = source or _source_for(call, origin, encounter)
        lines, rolled = rolled_amounts(call, rolls.source)
    elif call.name == "wound" and "each" in call.options:
        raise UsageError("--each needs dice as the amount", "As in wound 'orc*' 2d6 --each")
    requests = [request for line in lines for request in _requests_with_ids(doing, line, origin)]
    context = CombatContext(encounter, strict="strict" in call.shared, formal=bool(origin.path))
    context.rolls = rolls
    play(context, *[(doing.task, request) for request in requests])
    return context, rolls, rolled


def _requests_with_ids(doing: AnyAction, call: Invocation, origin: Input) -> list[Request]:
    """Return the requests of a command, with names replaced by ids; raise RefusedError for an unknown name."""
    requests = _read_with_ids(doing, call, origin)
    for request in requests:
        if not getattr(request, "players", False):
            check_combatants_exist(request, origin.encounter)
    return requests


def _read_with_ids(doing: AnyAction, call: Invocation, origin: Input) -> list[Request]:
    read = read_requests(doing, call, origin)
    return [with_ids(request, origin.encounter, abbreviated=may_abbreviate_names()) for request in read]


def _with_faces(call: Invocation, source: Source | None) -> Invocation:
    """Return a line with the faces that were asked for, as the log records it."""
    if not isinstance(source, EnteredSource) or source.asked is None or not source.faces or "--" in call.argv:
        return call
    option = "--cards" if source.noun == "card" else "--dice"
    return call.changed(argv=[*call.argv, option, ",".join(map(str, source.faces))])


def _source_for(call: Invocation, origin: Input, encounter: Encounter) -> Source:
    from combatcli.pipeline.dice_source import source_for

    return source_for(call, encounter, draws=origin.game.draws)


def answer_question(call: Invocation, origin: Input) -> Result:
    """Return the answer to a question about an encounter."""
    doing = action(origin.game, call.name)
    context = CombatContext(origin.encounter)
    play(context, *[(doing.task, request) for request in _read_with_ids(doing, call, origin)])
    return Result(context.events, game=origin.game, names=origin.encounter.display_names(), warnings=context.warnings)


def result_of_play(origin: Input, context: CombatContext[E], source: Source | None = None) -> Result:
    """Return the result of a played command: the tables with all changes and consequences, and the dice's next step."""
    origin.game.apply_consequences(context)
    after = context.fight
    names = after.display_names().with_former_combatants(context.before.display_names())
    result = Result(context.events, game=origin.game, names=names)
    if source is not None:
        from combatcli.pipeline.dice_source import seed_and_step_of
        from combatcli.rulesets.own_dice import with_dice_advanced

        result.dice = seed_and_step_of(source)
        try:
            after = with_dice_advanced(after, source)
        except RefusedError as error:
            raise RefusedError(error.message, f"{error.hint} {_missed_attacks_sentence(context)}".strip()) from None
    result.tables = document.merge_changes_into_tables(origin.tables, context.before, after) if origin.path else None
    result.warnings = context.warnings
    return result


def _missed_attacks_sentence(context: CombatContext[E]) -> str:
    """Say which attacks missed, which may explain faces left over."""
    missed = [event for event in context.events if isinstance(event, Attack) and not event.hit and event.faces]
    verbs = [
        "loses to" if event.wounded == event.attacker else "is level with" if event.level is True else "misses"
        for event in missed
    ]
    return " ".join(
        [
            f"{context.fight.subject(event.attacker):{verb}} {event.target}: total {event.total}, needs {event.needed}."
            for event, verb in zip(missed, verbs, strict=True)
        ]
    )


def read_requests(doing: AnyAction, call: Invocation, origin: Input) -> list[Request]:
    """Return the game's requests for a command: one, or one for each of several combatants in turn.

    A game that takes a plain list of combatants gets them at once. ``origin`` is needed for its game, and for whether
    it is a file.
    """
    key = call.command.each
    several = key in call.words and _takes_several(doing.request, key)
    if key not in call.words or (several and not any(name.lasting for name in references_by_key(doing.request)[key])):
        return [_make_request(doing, call, origin, _words_and_options(call))]
    if several:
        return [
            _make_request(doing, call, origin, {**call.own_values, key: words})
            for words in _words_once_for_each(call, origin, key)
        ]
    each = dict.fromkeys(call.words.get(key, ()))
    return [_make_request(doing, call, origin, {**call.own_values, key: word}) for word in each]


def _words_and_options(call: Invocation) -> Given:
    """Return the words and options of a command; with `declare --again` all words are combatants."""
    if call.name != "declare" or "again" not in call.options:
        return call.own_values
    named = [call.words[key] for key in ("who", "action") if key in call.words] + [*call.words.get("targets", ())]
    return {**call.options, "again": named}


def _words_once_for_each(call: Invocation, origin: Input, key: str) -> list[list[str]]:
    """Split the words of an argument that begins with several combatants: once for each, with the rest."""
    words = call.words[key]
    combatants = origin.encounter.combatants
    people = list(takewhile(lambda word: id_or_word(origin.encounter, word) in combatants, words))
    return [[who, *words[len(people) :]] for who in people] if len(people) > 1 else [words]


def _make_request(doing: AnyAction, call: Invocation, origin: Input, values: Given) -> Request:
    for option in ("with", "against"):
        words = values.pop(option, None)
        if words is None:
            continue
        words = [words] if isinstance(words, str) else words
        if origin.path and _takes_several(doing.request, option):
            values[option] = words
            continue
        plain = [word for word in words if "=" not in word]
        if len(plain) < len(words) and origin.path:
            raise UsageError(f"--{option} KEY=VALUE describes a combatant without a file", "Name the game: --ruleset")
        if plain and option not in doing.request.__struct_encode_fields__:
            raise UsageError(f'--{option} {plain[-1]}: "{plain[-1]}" is not key=value', "As in --with strength=10")
        if plain:
            values[option] = plain[-1]
    for key in references_by_key(doing.request):
        if values.get(key) == "":
            name = key.upper() if key in call.words else option_name(key)
            raise UsageError(f"{name} is empty", "A shell variable may be unset.")
    try:
        request: Request = convert(values, doing.request, strict=False)
    except ValidationError as error:
        raise _misfit_error(str(error), call, origin.game) from None
    return request


def _takes_several(request: type[Struct], option: str) -> bool:
    """Tell whether a game takes an option as a list of words."""
    return list in kinds_of_values(key_types(request).get(option))


def _misfit_error(message: str, call: Invocation, game: Game) -> Exception:
    name = message.partition("`")[2].partition("`")[0]
    words = {argument.name: argument.metavar.strip("[]") for argument in call.command.arguments}
    if "unknown field" in message and name in call.words:
        others = listed_in_words([f"{other}'s {call.name}" for other in _other_games_with_key(game, call.name, name)])
        noun = next(argument.noun for argument in call.command.arguments if argument.name == name)
        hint = f"Only {others} takes a {noun}." if others else ""
        return RefusedError(f'{game.name}\'s {call.name} cannot use "{call.words[name]}"', hint)
    if "unknown field" in message:
        return lacking_option_error(game, call.name, name)
    if "missing required field" in message:
        what = words.get(name, option_name(name))
        added = game.addition(call.name)
        shown = f"{added.words}." if added is not None and added.words else ""
        return UsageError(f"{call.name} needs {what}", f"{shown} `combatcli {call.name} --help` says more.".strip())
    limit, _, key = message.partition(" - at `$.")
    *_, sign, number = f". {limit}".split()
    if sign in (">=", "<="):
        name, more = key.strip("`"), "more" if sign == ">=" else "less"
        beyond = next((each.beyond for each in call.command.options_with_games(game) if each.key == name), "")
        value = str(call.own_values[name]).removesuffix(".0")
        expected = f"expected {int(float(number)):,} or {more}"
        return UsageError(f"{option_name(name)} {value}: {expected}", beyond)
    return UsageError(f"{call.name}: {message[:1].lower()}{message[1:].replace('$.', '')}")


def lacking_option_error(game: Game, command: str, key: str) -> RefusedError:
    """Return the error of an option that a game's command lacks, with the games that have it."""
    games = _other_games_with_key(game, command, key)
    verb = "have" if len(games) > 1 else "has"
    hint = f"{listed_in_words(games)} {verb} it." if games else f"`combatcli {command} --help` lists what it takes."
    return RefusedError(f"{game.name}'s {command} has no {option_name(key)}", hint)


def _other_games_with_key(game: Game, command: str, key: str) -> list[str]:
    actions = actions_by_game(command).items()
    return [name for name, doing in actions if name != game.name and key in doing.request.__struct_encode_fields__]
