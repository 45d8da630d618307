"""Fights on other machines: the workers of an existing Dask scheduler."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import TYPE_CHECKING

from combatcli import __version__
from combatcli.errors import RefusedError
from combatcli.forecast.simulate import tallies_in_parallel
from combatcli.forecast.tally import Tally
from combatcli.text import escape

if TYPE_CHECKING:
    from distributed import Client

PATIENCE = 5
"""The seconds that a scheduler has to answer."""
GRACE = 1
"""The further seconds for the connection attempt to give up by itself."""


def tallies_from_cluster(
    address: str, work: Callable[[int, int], Tally], parts: Iterable[tuple[int, int]]
) -> Iterator[Tally]:
    """Yield the tally of each chunk of fights in order; raise RefusedError where no worker can fight them.

    The chunks of a lost worker are given to others.
    """
    with _connected_client(address) as client:
        threads = _check_workers(address, client)
        pool = client.get_executor(pure=False)
        yield from tallies_in_parallel(pool, work, parts, 2 * threads)


@contextmanager
def _connected_client(address: str) -> Iterator[Client]:
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
