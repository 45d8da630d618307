"""Written-out faces of a die: integers, and words, which may only be counted and matched."""

from __future__ import annotations

from combatcli.dice.limits import MOST_DICE
from combatcli.dice.rare_nodes import Assignments, MatchNode, PooledSum, Variable
from combatcli.dice.tree import Dice, Modifiers, WordFace, signed_terms
from combatcli.errors import DiceError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.scanner import Scanner
    from combatcli.dice.tree import Node


def read_faces(scan: Scanner, start: int) -> tuple[int, ...]:
    """Read faces up to the brace that closes the one at ``start``; their words are added to the scanner's."""
    if scan.take("}"):
        raise scan.error("a die needs at least one face between { and }", at=start)
    values = _alike_faces(scan)
    while scan.take(","):
        values += _alike_faces(scan)
        if len(values) > MOST_DICE:
            raise scan.error(f"a die has at most {MOST_DICE:,} faces that are written out", at=start)
    if not scan.take("}"):
        raise scan.expected_error(
            '"," or "}"', "A face is a number, a range or one word: d{1..3,6}, d{direct_hit,miss}."
        )
    if len({type(value) for value in values}) > 1:
        raise scan.error("the faces of a die are numbers or words, not both", at=start)
    return values


def _alike_faces(scan: Scanner) -> tuple[int, ...]:
    """Read a face or a range, with its multiplicity: ``6``, ``1..6``, ``1..13:4``, ``hit:2``."""
    start = scan.skip_spaces()
    word = scan.next_word()
    if not word:
        first = scan.read_integer("a face")
        last = scan.read_integer('a face after ".."') if scan.take("..") else first
    elif scan.take(word):
        first = last = face = scan.words.setdefault(word, WordFace(len(scan.words) + 1))
        face.text = face.text or scan.text[start : start + len(word)]
    times = scan.read_number('a number after ":"') if scan.take(":") else 1
    if last < first or not times:
        raise scan.error("a range of faces ascends, and each is there once or more often", "As in d{1..6:2}.", at=start)
    if (last - first + 1) * times > MOST_DICE:
        raise scan.error(f"a die has at most {MOST_DICE:,} faces that are written out", at=start)
    return ((first,) if first == last else tuple(range(first, last + 1))) * times


def shows_words(tree: Node) -> bool:
    """Return whether a tree is dice that show words.

    Raises DiceError where words are added, compared or ordered: they may only be counted or matched.
    """
    nodes = list(tree.self_and_descendants())
    values = [*zip(tree.names, tree.values, strict=True)] if isinstance(tree, Assignments) else []
    names: set[str] = set()

    def shows(node: Node) -> bool:
        if isinstance(node, Variable):
            return node.pool and node.name in names
        faces = node.faces if isinstance(node, Dice) else None
        return faces is not None and isinstance(faces[0], WordFace)

    for name, value in values:
        names |= {name} if any(map(shows, value.self_and_descendants())) else set()
    asked = {tree, *[node.pool for node in nodes if isinstance(node, MatchNode) and node.kind != "mr"]}
    asked |= {value for _, value in values if isinstance(value, PooledSum)}
    asked |= {node for node in nodes if isinstance(node, (Dice, PooledSum)) and node.modifiers.success}
    for node in nodes:
        if isinstance(node, PooledSum) and node in asked and _no_order(node.modifiers):
            terms = signed_terms(node.member)
            asked |= {term for sign, term in terms if sign > 0 and all(shows(each) for _, each in terms)}
    for node in nodes:
        if shows(node) and (node not in asked or (isinstance(node, Dice) and not _no_order(node.modifiers))):
            raise DiceError(
                "dice of words can be rolled alone, counted or matched, but have no sum and no order",
                "As in 3d{hit:2,miss}=hit, or ms and mt.",
                column=node.column,
            )
    return isinstance(tree, Dice) and tree.modifiers.success is None and shows(tree)


def _no_order(modifiers: Modifiers) -> bool:
    """Return whether modifiers only draw, or count a word."""
    success, bounds = modifiers.success, modifiers.low is not None or modifiers.high is not None
    other = modifiers.keeps or modifiers.sort or modifiers.may_need_more_dice() or modifiers.failure or bounds
    return not other and (success is None or (success.operator == "=" and isinstance(success.value, WordFace)))
