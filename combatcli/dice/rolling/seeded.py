"""The dice of `roll --seed`: a stream for each pool of each expression."""

from __future__ import annotations

from combatcli.dice.limits import MOST_ADDED_DICE
from combatcli.dice.rolling.rolled import added_dice_error, apply_modifiers
from combatcli.dice.rolling.sources import DigestStream, Source
from combatcli.dice.tree import Dice, highest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.tree import Faces, Node


class SeededPools(Source):
    """Faces that a seed gives to the pools of expressions, each of which has a stream of its own.

    ``roll --seed`` rolls version 3, in which each pool has its own stream. The stream is a sequence of SHA-256 digests.
    Each one is the digest of these bytes: ``combatcli 3``, one zero byte, ``roll``, one zero byte, the seed in UTF-8,
    and three numbers of eight bytes each, big-endian: the number of the expression, of the pool, and of the block.
    All three begin at 0. Expressions are counted in the order given. Empty lines and comments on standard input do
    not count. The pools of an expression are counted by where they begin, from the left. In ``(1d4)d6`` the six-sided
    dice are pool 0, and the d4 is pool 1. A pool that is rolled more than once, by ``-t``, ``6x`` or
    ``{6x4d6kh3}kh1``, continues its stream. A pool in a branch that is not chosen takes nothing from it.

    The dice of a pool are rolled one after the other, each to its end. A die takes the next face of the stream. If
    ``r`` rerolls that face, the die takes another one instead, and that one is checked in the same way. So it does if
    ``ro`` rerolls the face and has not yet rerolled this die. If the face that stays explodes, another die follows at
    once. It is rerolled and explodes in the same way; with ``!o`` it does not explode again. Faces are shown in the
    order of dice rolled on a table: first the whole pool, then rerolls, then the dice that explosions add. New dice
    are in the order of the dice that they replace or that exploded.

    An example is ``roll 10d6+2d1000 --seed friday``. The digest of block 0 of pool 0 is that of ``combatcli 3``, a
    zero byte, ``roll``, a zero byte, ``friday`` and 24 zero bytes: in hexadecimal d0 cd 50 37 b7 79 5e f8 ec e6 b8 d4
    53 and so on. The ten dice take a byte each and show 5, 2, 3, 2, 4, 2, 5, 3, 3, 3. For pool 1 the second of the
    three numbers is 1. The digest is 2a 65 73 5d f9 7a a1 0e and so on, and the two dice take four bytes each: 742,
    407. In ``roll 4d6r2!>=5 --seed friday`` the first die takes 5, which explodes, 2, which is rerolled, and 3. The
    second die takes 2 and 4, the third 2, 5 and 3, and the fourth 3: [5!, 2r, 2r, 3, 4, 5!, 2r, 3, 3].

    `begin` goes on to the next expression; repeated rolls of one go on in the streams of its pools.
    """

    step = 0

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._expression = -1
        self._streams: dict[Dice, DigestStream] = {}
        self._chains: list[list[int]] = []

    def begin_expression(self, tree: Node) -> None:
        """Go on to the next expression, whose pools get seeds of their own."""
        self._expression += 1
        head = b"combatcli 3\0roll\0" + self.seed.encode("utf-8", "surrogatepass") + self._expression.to_bytes(8, "big")
        pools = dict.fromkeys([node for node in tree.self_and_descendants() if isinstance(node, Dice)])
        self._streams = {pool: DigestStream(head + number.to_bytes(8, "big")) for number, pool in enumerate(pools)}

    def first_dice(self, pool: Dice, count: int, faces: Faces) -> tuple[int, ...]:
        """Return the first faces of a pool's dice; each die is rolled to its end before the next one."""
        stream, modifiers = self._streams[pool], pool.modifiers
        if not modifiers.may_need_more_dice():
            return stream.first_dice(pool, count, faces)
        # Each die takes a face or more, so that as many faces as dice are taken at once.
        taken, highest = iter(stream.dice(count, len(faces))), highest_of(faces)
        extra, chains = 0, list[list[int]]()

        def roll_one(_: object = None) -> tuple[int]:
            return (faces[(next(taken, 0) or stream.die(len(faces))) - 1],)

        for _ in range(count):
            first = roll_one()
            if modifiers.fate(first[0], highest, spent=False, added=False):
                dice, _ = apply_modifiers(first, modifiers, faces, roll_one)
                chains.append([die.face for die in dice])
            else:
                chains.append([*first])
            extra += len(chains[-1]) - 1
            if extra > MOST_ADDED_DICE:
                raise added_dice_error()
        self._chains = chains
        return tuple([chain.pop(0) for chain in chains])

    def extra_dice(self, indexes: list[int], faces: Faces) -> tuple[int, ...]:
        """Return the next face of each die in ``indexes``."""
        return tuple([self._chains[index].pop(0) for index in indexes])
