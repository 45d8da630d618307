"""Fights on other machines: the workers of an existing Dask scheduler."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from threading import Lock, Thread
from typing import TYPE_CHECKING

from combatcli import __version__
from combatcli.errors import RefusedError
from combatcli.forecast.simulate import count, in_parallel
from combatcli.forecast.tally import Tally
from combatcli.text import escape

if TYPE_CHECKING:
    from distributed import Client

    from combatcli.pipeline.forecasting import Fighter, Plan

PATIENCE = 5
"""The seconds that a scheduler has to answer."""
GRACE = 1
"""The further seconds for the connection attempt to give up by itself."""
_FIGHTERS: list[Fighter] = []
"""The last fighter of a worker: all chunks of a forecast have one plan."""
_ONE_AT_A_TIME = Lock()
"""A worker has several threads, but a fighter's caches serve one fight at a time."""


def on_cluster(address: str, fighter: type[Fighter], plan: Plan, parts: Iterable[tuple[int, int]]) -> Iterator[Tally]:
    """Yield the tally of each chunk of fights in order; raise RefusedError where no worker can fight them.

    The chunks of a lost worker are given to others.
    """
    with _connected(address) as client:
        threads = _check_workers(address, client)
        pool = client.get_executor(pure=False)
        yield from in_parallel(pool, partial(_chunk, fighter, plan), parts, 2 * threads)


@contextmanager
def _connected(address: str) -> Iterator[Client]:
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        if error.name != "distributed":
            raise
        raise RefusedError(
            "--cluster needs the library distributed, which is not installed", "pip install 'combatcli[cluster]'"
        ) from None
    import logging

    logging.getLogger("distributed").setLevel(logging.FATAL)
    clients: list[Client] = []

    def connect() -> None:
        with suppress(OSError, ValueError):
            clients.append(Client(address, timeout=PATIENCE, set_as_default=False))

    # A host that accepts the connection and stays silent would block for ever.
    caller = Thread(target=connect, daemon=True)
    caller.start()
    caller.join(PATIENCE + GRACE)
    if not clients:
        raise RefusedError(
            f"no scheduler answers at {escape(address)} within {PATIENCE} s",
            f"Start it with `dask scheduler`, and on each machine `dask worker {escape(address)}`.",
        )
    with clients[0] as client:
        yield client


def _check_workers(address: str, client: Client) -> int:
    """Return the number of the workers' threads; raise RefusedError for none, or for another version of combatcli."""

    def version() -> str:
        try:
            from combatcli import __version__
        except ModuleNotFoundError:
            return ""
        return __version__

    threads: int = sum(client.nthreads().values())
    if not threads:
        raise RefusedError(
            f"the scheduler at {escape(address)} has no workers", f"Start one: dask worker {escape(address)}"
        )
    for worker, theirs in sorted(client.run(version).items()):
        if theirs != __version__:
            has = f"combatcli {theirs}" if theirs else "no combatcli"
            raise RefusedError(f"the worker {worker} has {has}, and this is {__version__}", "Install the same there.")
    return threads


def _chunk(fighter: type[Fighter], plan: Plan, first: int, last: int) -> Tally:
    with _ONE_AT_A_TIME:
        if not _FIGHTERS or _FIGHTERS[0].plan != plan:
            _FIGHTERS[:] = [fighter(plan)]
        return count(_FIGHTERS[0].outcome, first, last)
