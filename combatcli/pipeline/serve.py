"""`show --serve`: the players' page for browsers, made anew from the file for each that asks, and nothing else."""

from __future__ import annotations

import socket
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from combatcli.declarations import Invocation
from combatcli.encounter import reading
from combatcli.encounter.os_errors import reason
from combatcli.errors import CombatError, ExitCode, StreamError, UsageError
from combatcli.pipeline.input import source_path
from combatcli.report.blocks import Line
from combatcli.report.page import page
from combatcli.streams import STANDARD, write_stdout
from combatcli.text import escape

HERE = "127.0.0.1"
MOST = 65_535
PATIENCE = 10
"""Seconds in which a browser must have said what it wants."""


def serve(call: Invocation, shown: Callable[[str], str]) -> int:
    """Serve the page that is ``shown`` of a file until Ctrl-C. Raises StreamError where that is not possible."""
    path = source_path(call)
    if path == STANDARD:
        raise UsageError("--serve needs a file, because a pipe does not change", "Name it with -f FILE.")
    reading.read_text(path)
    host, port = call.shared.get("host") or HERE, int(call.shared["serve"])
    if port > MOST:
        raise UsageError(f"--serve {port}: a port is {MOST} at most", "As in --serve 8000")
    try:
        server = _Server((host, port), _asked(path, shown))
    except OSError as error:
        where = f"{escape(host)}, port {port}"
        raise StreamError(f"cannot serve on {where}: {reason(error)}", "Choose another port: --serve 8001") from None
    with server:
        shown_host = f"[{host}]" if ":" in host else host
        write_stdout(f"http://{escape(shown_host)}:{server.server_port}/ shows the fight until Ctrl-C.\n")
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return ExitCode.DONE
    return ExitCode.DONE


class _Server(ThreadingHTTPServer):
    """A server of an address of either kind."""

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self.address_family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
        super().__init__(address, handler)

    def handle_error(self, *_: object) -> None:
        """Say nothing of a browser that went away."""


def _asked(path: str, shown: Callable[[str], str]) -> type[BaseHTTPRequestHandler]:
    class Asked(BaseHTTPRequestHandler):
        timeout = PATIENCE

        def do_GET(self) -> None:
            """Answer with the page, or with what is wrong with the file."""
            if self.path != "/":
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            try:
                text = shown(path)
            except CombatError as error:
                text = page([Line(f"{error.message}."), Line(error.hint)])
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(text.encode(errors="backslashreplace"))

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    return Asked
