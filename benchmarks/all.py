"""All benchmarks, one after the other: `python benchmarks/all.py` prints every ratio."""

from __future__ import annotations

import runpy
from pathlib import Path

for name in ("start.py", "rolling.py", "odds.py", "pairings.py", "sizes.py", "games.py", "forecast.py"):
    runpy.run_path(str(Path(__file__).with_name(name)), run_name="__main__")
    print()
