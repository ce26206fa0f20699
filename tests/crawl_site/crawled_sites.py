"""Sites on this machine for tests of `pagekin crawl`, and the program that crawls them."""
import gzip
import http.server
import sqlite3
import subprocess
import threading
import urllib.parse


class Site:
    """Serves pages by path on a port of its own. Keeps the paths that were asked for."""

    def __init__(self, on_request=None):
        self.pages = {}  # path with query: bytes
        self.asked = []
        self.on_request = on_request
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            wbufsize = -1
            disable_nagle_algorithm = True  # the last packet of a page must not wait

            def do_GET(self):
                site.asked.append(self.path)
                if site.on_request:
                    site.on_request(self.path)
                body = site.page(self.path)
                self.send_response(404 if body is None else 200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body or b"")))
                self.end_headers()
                self.wfile.write(body or b"")

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):  # clients that were killed
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.root = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def page(self, path):
        """As web servers do: of a directory its index."""
        return self.pages.get(path) or (self.pages.get(path + "index.html") if path.endswith("/") else None)

    def start(self):
        """Its start page, or where it has none the page with the shortest path."""
        return self.root + ("/" if self.page("/") else min(self.pages, key=lambda path: (len(path), path)))


def pages_of_warc(path):
    """(URL, body) of the response records of a .warc.gz, whose bodies are neither chunked nor coded."""
    with gzip.open(path, "rb") as file:
        while line := file.readline():
            if not line.startswith(b"WARC/"):
                continue
            fields = {}
            while (line := file.readline().strip()):
                name, _, value = line.partition(b":")
                fields[name.lower()] = value.strip()
            block = file.read(int(fields[b"content-length"]))
            if fields[b"warc-type"] == b"response":
                yield fields[b"warc-target-uri"].decode(), block.partition(b"\r\n\r\n")[2]


def site_of_warc(path):
    """The largest host of an archive. Absolute links to it lead to the site on this machine."""
    pages = dict(pages_of_warc(path))
    hosts = [urllib.parse.urlsplit(url).netloc for url in pages]
    host = max(sorted(set(hosts)), key=hosts.count)
    site = Site()
    for url, body in pages.items():
        parts = urllib.parse.urlsplit(url)
        if parts.netloc != host:
            continue
        for scheme in (b"https://", b"http://"):
            body = body.replace(scheme + host.encode(), site.root.encode())
        site.pages[parts.path + ("?" + parts.query if parts.query else "")] = body
    return site


def crawl_command(program, store, *seeds, options=()):
    words = [program, "crawl", *seeds, "-o", store, "--delay", 0, "--allow-private", "-q", "--retry-delay", 0.05]
    return [str(word) for word in (*words, *options)]


def crawl(program, store, *seeds, options=()):
    done = subprocess.run(crawl_command(program, store, *seeds, options=options),
                          capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        raise SystemExit(f"crawl: status {done.returncode}\n{done.stderr}")
    return done


def rows(store, sql):
    with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as database:
        return database.execute(sql).fetchall()


def contents(store):
    """All that a crawl must find the same way again: texts for numbers, no times."""
    pages = rows(store, "SELECT u.url, COALESCE(p2.url, ''), COALESCE(x.xpath, ''), p.depth, p.state,"
                        " p.status, p.bytes, p.limited FROM pages p JOIN urls u ON u.id = p.url"
                        " LEFT JOIN pages q ON q.id = p.parent LEFT JOIN urls p2 ON p2.id = q.url"
                        " LEFT JOIN xpaths x ON x.id = p.xpath")
    links = rows(store, "SELECT f.url, l.ordinal, t.url, x.xpath FROM links l"
                        " JOIN pages p ON p.id = l.page JOIN urls f ON f.id = p.url"
                        " JOIN urls t ON t.id = l.target JOIN xpaths x ON x.id = l.xpath")
    return sorted(pages), sorted(links)
