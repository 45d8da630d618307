"""The dice of `roll --seed`: a stream for each pool of each expression."""

from __future__ import annotations

from combatcli.dice.limits import check_added
from combatcli.dice.rolling.sources import DigestStream, Source
from combatcli.dice.tree import Dice, highest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from combatcli.dice.tree import Faces, Node


class SeededPools(Source):
    """Faces that a seed gives to the pools of expressions, each of which has a stream of its own: version 3.

    combatcli-dice(7) says of which bytes its blocks are the digests. The dice of a pool are rolled one after the other,
    each to its end, and shown in the order of dice rolled on a table. `begin_expression` goes on to the next
    expression; repeated rolls of one go on in the streams of its pools.
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
        extra, self._chains = 0, []

        def rolled() -> int:
            return faces[(next(taken, 0) or stream.die(len(faces))) - 1]

        for _ in range(count):
            chain, spent, added = [rolled()], False, False
            while fate := modifiers.fate(chain[-1], highest, spent=spent, added=added):
                spent, added = fate != "!" and (spent or fate == "ro"), added or fate == "!"
                chain.append(rolled())
                extra += 1
                check_added(len(chain) - 1, extra)
            self._chains.append(chain)
        return tuple([chain.pop(0) for chain in self._chains])

    def extra_dice(self, indexes: list[int], faces: Faces) -> tuple[int, ...]:
        """Return the next face of each die in ``indexes``."""
        return tuple([self._chains[index].pop(0) for index in indexes])
