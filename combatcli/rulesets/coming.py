"""What comes next in a fight: who acts, which choices are open, and the lines to type, the first for an empty line.

A game says this for its own phases or turns, by a function `coming` in its module of that name; see `Parts`. Pending
hits, answers and the end of the fight are the same in every game.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from combatcli.encounter.schema import Encounter
from combatcli.records import Record
from combatcli.rulesets.shared.sides import side_of
from combatcli.text import shell_word, shortlist

if TYPE_CHECKING:
    from combatcli.rulesets.game import Game
    from combatcli.rulesets.tactics import Deed

FEW = 4
OPTIONAL = "["


class LineToType(Record):
    """A line for the user to type now; an empty line types the first step, and runs it if it is complete."""

    line: str
    does: str
    more: str = ""
    """What is still to be filled in, in brackets if it is optional."""

    @property
    def is_complete(self) -> bool:
        """Whether the line may be typed as it is."""
        return self.more[:1] in ("", OPTIONAL)


NEXT = LineToType("next", "goes on")
WOUND = LineToType("wound", "applies what is pending")
TELLS = (LineToType("log --story", "tells the fight"), LineToType("log --stats", "counts who did what"))
FACES = "[--dice FACES]"


class NextToAct(Record):
    """Who is to do something now, and what; the rules may still refuse a step or an answer."""

    who: Sequence[str] = ()
    open: str = "to act"
    """What they are to do."""
    steps: Sequence[LineToType] = ()
    else_: Sequence[str] = ()
    """Sentences on what else is open."""
    hits_later: bool = False
    """Whether hits wait until all who act at the same time have acted."""
    nobody: str = "Nobody is left to act"
    """What is said where nobody is to act and nothing is open."""
    answers: "Sequence[tuple[str, str, Deed]]" = ()
    """Who may answer whom, and by which deed."""

    def sentence(self, few: int) -> str:
        """Return in words what is open, with the first ``few`` of those who are to act."""
        who = [f"{shortlist(self.who, few)}: {self.open}"] if self.who else []
        return "; ".join([*who, *self.else_]) or self.nobody


FromFight: TypeAlias = Callable[[Any], NextToAct]


def to_declare(who: Sequence[str], action: str, *more: LineToType, open_: str = "to declare") -> NextToAct:
    """Return what comes next where some are to declare: an ``action``, or again what they declared last round."""
    again = LineToType("declare --again", "repeats all declarations of the last round")
    declare = LineToType(f"declare {shell_word(who[0])}", "what they do", action)
    return NextToAct(who=who, open=open_, steps=[declare, *more, again])


def coming_in(game: "Game", fight: Encounter) -> NextToAct:
    """Return what comes next in a fight."""
    if not fight.combatants:
        return NextToAct(else_=["Nobody is in it yet"], steps=[LineToType("add", "adds somebody", "ID side=SIDE")])
    hits = len(fight.pending)
    end = [] if hits else [*_end_of_fight(game, fight)]
    if end:
        return NextToAct(else_=end, steps=[*TELLS, NEXT])
    own = game.parts.coming(fight) if game.parts.coming is not None else NextToAct()
    wound = [WOUND] if hits else []
    steps = [*own.steps, *wound] if own.hits_later else [*wound, *own.steps]
    is_last = fight.phase == game.phases[-1]
    if NEXT.line not in [step.line for step in steps]:
        steps.append(NEXT.changed(does="ends the round") if is_last else NEXT)
    waiting = [f"{hits} hit{'s' if hits > 1 else ''} pending"] if hits else []
    nobody = own.nobody if is_last else f"{own.nobody} in this phase"
    answering = game.parts.tactics.answers.values() if game.parts.tactics is not None else ()
    open_ = [(answer, *both) for answer in answering for both in answer.open_to(fight, list(fight.combatants))]
    answers = [(who, whom, answer.deed(fight, who, whom)) for answer, who, whom in open_]
    return own.changed(steps=steps, else_=[*own.else_, *waiting], answers=answers, nobody=nobody)


def _end_of_fight(game: "Game", fight: Encounter) -> Iterator[str]:
    """Yield who holds the field and who is out, if foes fought and at most one side is left."""
    groups = game.parts.tactics.sides.groups(fight) if game.parts.tactics is not None else {}
    standing, out = [side for side in groups if side is not None], [who for *_, who in groups.get(None, ())]
    if out and len(standing) < len({side_of(each) for each in fight.combatants.values()}) and len(standing) < 2:
        held = f"The {standing[0]} hold the field" if standing else "Nobody holds the field"
        yield f"{held}; out: {shortlist(out, FEW)}"
