"""`show --serve`: serves only the players' page, rendered from the file for each request."""

import contextlib
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from combatcli.declarations import Invocation
from combatcli.errors import CombatError, ExitCode, StreamError
from combatcli.os_errors import system_reason
from combatcli.pipeline.watch import path_to_watch
from combatcli.report.blocks import Line
from combatcli.report.page import html_page
from combatcli.streams import write_stdout
from combatcli.text import escape

HERE = "127.0.0.1"
PATIENCE = 10
"""The seconds in which a browser must send its request."""


def serve_page(call: Invocation, shown: Callable[[str], str]) -> int:
    """Serve the page that ``shown`` renders of a file until Ctrl-C, and return the exit code. Raises StreamError."""
    path = path_to_watch(call)
    host, port = call.shared.get("host") or HERE, int(call.shared["serve"])
    try:
        server = _Server((host, port), _request_handler(path, shown))
    except (OSError, OverflowError) as error:
        why = system_reason(error) if isinstance(error, OSError) else "a port is 65535 at most"
        message = f"cannot serve on {escape(host)}, port {port}: {why}"
        raise StreamError(message, "Choose another port: --serve 8001") from None
    with server, contextlib.suppress(KeyboardInterrupt):
        write_stdout(f"http://{escape(host)}:{server.server_port}/ shows the fight until Ctrl-C.\n")
        server.serve_forever()
    return ExitCode.DONE


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Ignore a browser that went away."""


def _request_handler(path: str, shown: Callable[[str], str]) -> type[BaseHTTPRequestHandler]:
    class PageHandler(BaseHTTPRequestHandler):
        timeout = PATIENCE

        def do_GET(self) -> None:
            """Answer with the page, or with the problem of the file."""
            if self.path != "/":
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            try:
                text = shown(path)
            except CombatError as error:
                text = html_page([Line(f"{error.message}."), Line(error.hint)])
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            self.wfile.write(text.encode(errors="backslashreplace"))

        def log_message(self, *_: object) -> None:
            """Keep quiet."""

    return PageHandler
