"""The text that the files of all shells are made of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from combatcli.rulesets import NAMES, load

if TYPE_CHECKING:
    from combatcli.pipeline.offers import Offer

HERE = Path(__file__).parent
HELP, HELP_SUMMARY = "help", "Show the help of a command."
PLAIN = re.compile(r"[A-Za-z0-9_=./-]+")


def driver(name: str, **parts: str) -> str:
    """Return a shell's driver with its parts put in."""
    text = (HERE / name).read_text(encoding="utf-8")
    for key, part in parts.items():
        text = text.replace(f"@{key}@", part)
    return text


def reader() -> str:
    """Return the program that reads names from an encounter, without its comments; it has no single quote in it."""
    lines = (HERE / "reader.awk").read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if line and not line.startswith("#"))
    keys = [each for game in NAMES for each in load(game).gone.items()]
    words = dict.fromkeys(f"{key}={value}" for key, values in keys for value in values)
    return text.replace("@GONE@", " ".join(words))


def said(offer: Offer) -> str:
    """Return an offer as the words of a call; none of its own words needs to be quoted."""
    assert all(PLAIN.fullmatch(word) for word in offer.words)
    return " ".join(("+".join(offer.kinds) or "-", *offer.words))
