"""Dice and combat resolution for the table, the shell and the pipe."""

import os
import sys

__version__ = "0.1.0"

PROGRAM = ("-m", "combatcli")
"""What the first word of a command line ends with while this is imported to run it, as it is not for a library."""

if sys.argv and os.path.basename(sys.argv[0]) in PROGRAM:  # noqa: PTH119  (pathlib is slow to import)
    import _signal  # type: ignore[import-not-found]  # `signal` brings enum, which costs a tenth of a `roll`

    if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        # Until `run` can catch it, an interrupt would end in a traceback out of some import.
        _signal.signal(_signal.SIGINT, lambda *_: os._exit(130))
