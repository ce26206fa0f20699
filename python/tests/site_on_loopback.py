"""A small web site on this machine, with pages of a few templates."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PRODUCTS, ARTICLES = 60, 60


def _links(paths: list[str]) -> str:
    return "".join(f'<li><a href="{path}">{path}</a></li>' for path in paths)


def page_of(path: str) -> str | None:
    """The page at a path; None: there is none."""
    kind, _, number = path.strip("/").partition("/")
    around = '<header class="site"><a href="/">home</a> <a href="mailto:shop@site.example">mail</a></header>'
    if path == "/":
        products = _links([f"/product/{i}" for i in range(PRODUCTS)])
        articles = _links([f"/article/{i}" for i in range(ARTICLES)])
        return f"<html><title>Home</title><body>{around}<ul>{products}</ul><ul>{articles}</ul></body></html>"
    if kind == "product" and number.isdigit() and int(number) < PRODUCTS:
        rows = "".join(f"<tr><th>Part {i}</th><td>{number}.{i}</td></tr>" for i in range(3 + int(number) % 4))
        return (
            f'<html><title>Product {number}</title><body>{around}<main class="product"><h1>Product {number}</h1>'
            f'<table class="facts">{rows}</table><form class="cart"><button>Buy</button></form></main></body></html>'
        )
    if kind == "article" and number.isdigit() and int(number) < ARTICLES:
        text = "".join(f"<p>Sentence {i} of {number}.</p>" for i in range(2 + int(number) % 5))
        return (
            f'<html><title>Article {number}</title><body>{around}<article class="post"><h2>Article {number}</h2>'
            f'<div class="byline">by nobody</div>{text}</article><aside class="related">more</aside></body></html>'
        )
    return None


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        page = page_of(self.path)
        body = (page or "<h1>Not here</h1>").encode()
        self.send_response(200 if page else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextlib.contextmanager
def serve() -> Iterator[str]:
    """Serves the site while the context lasts; gives its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
