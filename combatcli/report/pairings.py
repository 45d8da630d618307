"""Pairings in sentences; on a terminal also drawn, on squares or as two rows joined by lines."""

from collections.abc import Iterator, Sequence

from combatcli.events import Pairings, Table
from combatcli.report.blocks import Block, Line, Names, Picture, join
from combatcli.report.link_diagram import draw_links
from combatcli.text import escape, shortlist

SHOWN = 12
"""The length up to which a list is named in full."""
LONG = 10**15
"""The number from which a count is rounded."""
ROWS = 5
APART = 3


def pairings(event: Pairings, names: Names) -> Iterator[Block]:
    """Yield what is forced, what is chosen, what is open and who chooses, and the number of ways."""
    if not event.chains and not event.pairs:
        yield Line("Nobody is engaged.", "quiet")
        return
    for chain in event.chains:
        if "touching" in chain:
            yield Picture([*_draw_chain(chain, event.pairs), ""])
        else:
            yield Line(f"A chain of {len(chain['camp_1'])} against {len(chain['camp_2'])}.", "head")
    chosen = [pair for pair in event.pairs if pair not in event.forced]
    for what, pairs in (("Forced", event.forced), ("Paired", chosen)):
        if pairs:
            listed = shortlist([_pair_in_words(pair, names) for pair in pairs], SHOWN, "; ")
            yield Line(f"{what}: {listed}.")
    for choice in event.open[:SHOWN]:
        chooser = "the players choose" if choice["chooser"] == "players" else "the GM chooses"
        options = shortlist([escape(other) for other in choice["options"]], SHOWN)
        yield Line(f"Open: {escape(choice['who'])}, with {options}; {chooser}.", "warn")
    if len(event.open) > SHOWN:
        yield Line(f"Open: {len(event.open) - SHOWN} more.", "warn")
    yield Line(_number_of_pairings(event))
    for number, way in enumerate(event.all or (), 1):
        yield Line(f"{number}. {join([_pair_in_words(pair, names) for pair in way])}")


def _number_of_pairings(event: Pairings) -> str:
    if event.count is None:
        return f"More pairings are legal than are counted: {_count_to_read(event.at_least or 1)} at least."
    legal = f"{_count_to_read(event.count)} {'pairing is' if event.count == 1 else 'pairings are'} legal"
    left = event.count if event.left is None else event.left
    listed = "" if event.all is None or event.listed == left else f"; the first {event.listed}"
    beside = f", {_count_to_read(left)} with what is chosen" if left != event.count else ""
    return f"{legal}{beside}{listed}."


def _count_to_read(number: int) -> str:
    """Return a count as people read it: 1,200,000, and about 1.2 × 10^300 where it is long."""
    if number < LONG:
        return f"{number:,}"
    from decimal import Decimal

    first, _, power = f"{Decimal(number):.1E}".partition("E+")
    return f"about {first} × 10^{power}"


def _pair_in_words(pair: Sequence[str], names: Names) -> str:
    return f"{names(pair[0])} and {names(pair[1])}"


def _draw_chain(chain: Table, pairs: Sequence[list[str]]) -> list[str]:
    """Draw a chain: lines for pairs, dots for those who only touch."""
    everybody = [*chain["camp_1"], *chain["camp_2"]]
    whole = all(all(float(number).is_integer() for number in position) for position in chain["places"].values())
    spans = zip(*chain["places"].values(), strict=True)
    small = all(max(numbers) - min(numbers) < SHOWN for numbers in spans)
    if len(chain["places"]) == len(everybody) and whole and small:
        at = _places_by_position(chain["places"], max(len(escape(who)) for who in everybody) + APART)
    else:
        at = _places_in_two_rows(chain)
    return draw_links(at, chain["touching"], solid=pairs)


def _places_by_position(places: dict[str, list[float]], width: int) -> dict[str, tuple[int, int]]:
    left = min(position[0] for position in places.values())
    top = max(position[1] for position in places.values())
    return {who: (int(x - left) * width, int(top - y) * 2) for who, (x, y) in places.items()}


def _places_in_two_rows(chain: Table) -> dict[str, tuple[int, int]]:
    at = {}
    for row, camp in ((0, chain["camp_1"]), (ROWS - 1, chain["camp_2"])):
        column = 0
        for who in camp:
            at[who] = (column, row)
            column += len(escape(who)) + APART
    return at
