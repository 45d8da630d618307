"""Section 7: the dice notation; its grammar and its limits are the parser's own, the rest is written by hand."""

from __future__ import annotations

import re
from inspect import cleandoc
from pathlib import Path
from textwrap import wrap

from combatcli.commands.roll import MOST_TIMES
from combatcli.dice import limits, notation
from combatcli.report.notation import BREAKDOWN
from manual.common import USUAL, environment, exit_status, files, release_date
from manual.mdoc import literal, paragraph, sentence, tagged

TEMPLATE = Path(__file__).parent / "dice.7.in"
WIDTH = 70


def dice_page() -> str:
    """Return the page: the template, with the facts in it."""
    facts = {
        "date": release_date(),
        "grammar": literal(grammar()),
        "most dice": f"{limits.MOST_DICE:,}",
        "most characters": f"{limits.MOST_CHARACTERS:,}",
        "most depth": f"{limits.MOST_DEPTH:,}",
        "most sides": f"{limits.MOST_SIDES:,}",
        "most number": f"{limits.MOST_NUMBER:,}",
        "most extra": f"{limits.MOST_ADDED_BY_DIE:,}",
        "most extras": f"{limits.MOST_ADDED_DICE:,}",
        "most times": f"{MOST_TIMES:,}",
        "breakdown": tagged([(written, paragraph(sentence(said))) for written, said in BREAKDOWN], macro="Li"),
        "environment": environment(["COMBATCLI_FILE", "XDG_CONFIG_HOME"]),
        "files": files(["FILE", "~/.config/combatcli/rolls.toml"]),
        "exit status": exit_status(USUAL),
    }
    return re.sub(
        r"@([a-z\s]+)@", lambda place: facts[" ".join(place[1].split())], TEMPLATE.read_text(encoding="utf-8")
    )


def grammar() -> list[str]:
    """Return the grammar as the parser's own docstring has it, its long lines folded below their second column."""
    _, _, rest = cleandoc(notation.__doc__ or "").partition("::\n\n")
    block, _, _ = rest.partition("\n\n")
    folded: list[str] = []
    for line in cleandoc(block).splitlines():
        name, gap, what = re.match(r"(\w*)( +)(.*)", line).groups()  # type: ignore[union-attr]
        held = re.sub(r"(?<! ) (?! )", "\0", what) if "  " in what else what
        folded += wrap(held, WIDTH, initial_indent=f"{name}{gap}", subsequent_indent=" " * len(f"{name}{gap}"))
    return [line.replace("\0", " ") for line in folded]
