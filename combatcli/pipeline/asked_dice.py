"""Dice that the players roll: asked for roll by roll on a terminal, or listed before the first roll."""

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import groupby, takewhile

from combatcli.dice.rolling.sources import EnteredSource, Source
from combatcli.dice_events import NeededDice
from combatcli.errors import CombatError, FacesError, UsageError
from combatcli.pipeline.screen import wrapped_at_words
from combatcli.rulesets.shared.cards import EnteredCards
from combatcli.streams import write_stderr
from combatcli.text import escape, escaped_and_cut, whole_number

BY_PROGRAM = ("r", "roll")
MOST_ASKED = 100
"""The most dice asked for at once."""
Shows = Callable[[Sequence[int]], int]
EXTREMES: Sequence[Shows] = (min, max, lambda shown: sorted(shown)[len(shown) // 2])
"""Trial faces (least, highest, middle), which find out the dice that are rolled whatever they show."""
Rolls = Callable[[Source], object]
Wanted = tuple[str, str]
"""The purpose of dice or cards to roll, and what they are."""


class _EnoughDice(Exception):  # noqa: N818  (no error: as much is known as is asked)
    pass


def _asked_faces(kind: type[EnteredSource], program: Source, purpose: str, rolls: Rolls) -> tuple[int, ...]:
    """Ask for the faces of a roll at a terminal until they fit. KeyboardInterrupt where there is no answer."""
    faces: tuple[int, ...] = ()
    while wanted := sure_dice(kind, purpose, rolls, faces):
        first, _ = wanted[0]
        dice = [die for purpose, die in wanted if purpose == first]
        words = _read_answer(f"{first[:1].upper()}{first[1:]}: {kind.verb} {dice_in_words(dice)}: ")
        if " ".join(words).casefold() in BY_PROGRAM:
            left = kind(faces, lambda _, shown: shown[program.die(len(shown)) - 1])
            left.purpose = purpose
            rolls(left)
            return left.faces
        try:
            faces = _faces_with_answer(kind, purpose, rolls, faces, words)
        except CombatError as error:
            sentences = f"{escaped_and_cut(error.message)}. {escaped_and_cut(error.hint)}"
            write_stderr(wrapped_at_words(sentences, "  "))
    return faces


def _faces_with_answer(
    kind: type[EnteredSource], purpose: str, rolls: Rolls, faces: tuple[int, ...], words: list[str]
) -> tuple[int, ...]:
    """Return the faces with those of an answer; CombatError names faces that no die can show."""
    answered = [face for word in words if (face := whole_number(word)) is not None]
    if not words or len(answered) < len(words):
        raise FacesError(f"expected {kind.noun}s", "As in 4 7 10; r lets the program roll, Ctrl-C takes back.")
    trial = kind((*faces, *answered), _raise_at_first_die)
    trial.purpose = purpose
    with suppress(_EnoughDice):
        rolls(trial)
    answer = kind(answered)
    answer.used = trial.used - len(faces)
    answer.finish()
    return trial.faces


def _raise_at_first_die(die: str, shown: Sequence[int]) -> int:
    raise _EnoughDice


def _read_answer(question: str) -> list[str]:
    """Return the words of an answer; KeyboardInterrupt for an empty one, which takes the command back."""
    with suppress(KeyboardInterrupt):
        write_stderr(escape(question))
        if line := sys.stdin.readline():
            return line.replace(",", " ").split()
    write_stderr("\nTaken back: nothing has changed.\n")
    raise KeyboardInterrupt


def sure_dice(kind: type[EnteredSource], purpose: str, rolls: Rolls, faces: tuple[int, ...] = ()) -> list[Wanted]:
    """Return the dice that a roll needs after ``faces``, whatever they show."""
    each = [_dice_wanted(kind, purpose, rolls, shows, faces=faces) for shows in EXTREMES]
    alike = takewhile(lambda dice: len({*dice}) == 1, zip(*each, strict=False))
    return [dice[0] for dice in alike]


def _dice_wanted(
    kind: type[EnteredSource], purpose: str, rolls: Rolls, shows: Shows, *, faces: tuple[int, ...] | None = None
) -> list[Wanted]:
    """Return the dice that a roll needs, after ``faces`` only as many as are asked for at once."""
    wanted: list[Wanted] = []
    source = _trial_source(kind, shows, wanted, faces)
    source.purpose = purpose
    with suppress(_EnoughDice):
        rolls(source)
    return wanted


def _trial_source(
    kind: type[EnteredSource], shows: Shows, wanted: list[Wanted], faces: tuple[int, ...] | None = None
) -> EnteredSource:
    """Return a source that shows the chosen face of each die after ``faces``, and notes the dice in ``wanted``.

    Of more dice than are asked for at once, each face follows in turn, so that rolls end; with ``faces`` it is enough.
    """

    def next_face(die: str, shown: Sequence[int]) -> int:
        turn = len(wanted)
        if turn >= MOST_ASKED and faces is not None:
            raise _EnoughDice
        wanted.append((source.purpose, die))
        return shows(shown) if turn < MOST_ASKED else shown[turn % len(shown)]

    source = kind(faces or (), next_face)
    return source


def dice_in_words(dice: Sequence[str]) -> str:
    """Write dice as players say them: 3d10 + 1d5."""
    return " + ".join([_number_of_dice_in_words(name, sum(1 for _ in same)) for name, same in groupby(dice)])


def _number_of_dice_in_words(name: str, number: int) -> str:
    bare = name.removeprefix("a ")
    if bare[1:].isdecimal():
        return f"{number}{bare}"
    if name in SEVERAL and number > 1:
        return f"{number} {SEVERAL[name]}"
    return name if number == 1 else f"{number} times {name}"


SEVERAL = {"a card": "cards", "a Fate die": "Fate dice"}
"""What is no die of so many sides, in the plural."""


def _note_sure_dice(kind: type[EnteredSource], plan: list[Wanted], purpose: str, rolls: Rolls) -> tuple[int, ...]:
    """Note the dice that a roll needs whatever they show, in the order of their least faces; return no faces."""
    trials = [_dice_wanted(kind, purpose, rolls, shows) for shows in EXTREMES]
    dice = _dice_in_common(*[[die for _, die in trial] for trial in trials])
    plan += [(purpose, dice_in_words(dice))] if dice else []
    return ()


def _dice_in_common(dice: Sequence[str], *others: Sequence[str]) -> list[str]:
    """Return those dice, in their order, that the others have too, as often as they have them."""
    left, common = Counter(dice), []
    for other in others:
        left &= Counter(other)
    for die in dice:
        if left[die]:
            common.append(die)
            left[die] -= 1
    return common


def needed_dice(play: Callable[[Source], object], *, draws: bool) -> list[NeededDice]:
    """Return the dice of a command: certain ones, and ones that depend on earlier dice."""
    kind: type[EnteredSource] = EnteredCards if draws else EnteredSource
    plans: list[list[Wanted]] = [[] for _ in EXTREMES]
    for shows, plan in zip(EXTREMES, plans, strict=True):
        source = _trial_source(kind, shows, [])
        source.asked = partial(_note_sure_dice, kind, plan)
        play(source)
    ways: dict[str, dict[str, None]] = {}
    for purpose, dice in [roll for plan in sorted(plans, key=len, reverse=True) for roll in plan]:
        ways.setdefault(purpose, {})[dice] = None
    needed = [
        NeededDice(
            purpose=purpose,
            dice=" or ".join(dice),
            certain=len(dice) == 1 and all((purpose, *dice) in plan for plan in plans),
        )
        for purpose, dice in ways.items()
    ]
    if not needed:
        raise UsageError("nothing is rolled here", "Leave out --dice.")
    return needed


def asked_source(program: Source, *, draws: bool) -> EnteredSource:
    """Return a source that asks somebody at a terminal for faces or cards."""
    source = EnteredCards(()) if draws else EnteredSource(())
    source.asked, source.program = partial(_asked_faces, type(source), program), program
    return source
