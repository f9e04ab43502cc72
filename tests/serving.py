"""A server on this machine that speaks OpenAI's chat protocol and says what a test gives it to say."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["Canned", "complete", "said", "serving"]


@dataclass
class Canned:
    """Where a server is, and what it was asked: path, headers, body."""

    url: str
    asked: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)


def complete(content: object, **more: object) -> str:
    """What a server replies when the model says something."""
    said = content if isinstance(content, str) else json.dumps(content)
    usage = {"prompt_tokens": 70, "completion_tokens": 11, "total_tokens": 81}
    return json.dumps(
        {"choices": [{"message": {"role": "assistant", "content": said}}], "usage": usage, **more}
    )


@contextmanager
def serving(
    reply: str | dict[str, str] | Callable[[Any], str],
    status: int = 200,
    wait: threading.Event | None = None,
    headers: Mapping[str, str] | None = None,
) -> Iterator[Canned]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.asked.append((self.path, dict(self.headers), body))
            if wait is not None:
                wait.wait(30)
                return
            if callable(reply):
                raw = reply(body).encode()
            else:
                wanted = body["response_format"]["json_schema"]["name"]
                raw = (reply if isinstance(reply, str) else reply[wanted]).encode()
            self.send_response(status)
            for name, value in {"Content-Length": str(len(raw)), **(headers or {})}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as http:
        server = Canned(f"http://127.0.0.1:{http.server_address[1]}/v1")
        thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            if wait is not None:
                wait.set()
            http.shutdown()
            thread.join()


def said(body: dict[str, Any]) -> dict[str, Any]:
    """The data of a call: the JSON object in the user's first message."""
    data: dict[str, Any] = json.loads(body["messages"][1]["content"])
    return data
