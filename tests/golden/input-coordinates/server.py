# A server of this machine for records by range requests: busy at first, counts what it is asked. Below /shifted, /silent,
# /short and /less it sends other bytes than it was asked for, does not say which, sends half of them, or less than it says.
import http.server, pathlib, sys

asked = []


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        asked.append(self.path)
        pathlib.Path("asked").write_text("\n".join(asked) + "\n")
        if len(asked) == 1:
            self.send_response(503)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        fault, _, name = self.path[1:].partition("/")
        faults = ("shifted", "silent", "short", "less")
        file = pathlib.Path("data/" + name) if fault in faults else pathlib.Path("data" + self.path)
        if not file.is_file():
            self.send_error(404)
            return
        data = file.read_bytes()
        first, last = (int(end) for end in self.headers["Range"].removeprefix("bytes=").split("-"))
        if first >= len(data):
            self.send_error(416)
            return
        if fault == "shifted":
            first, last = first + 1, last + 1
        if fault == "short":
            last = (first + last) // 2
        part = data[first:last + 1]
        self.send_response(206)
        if fault != "silent":
            self.send_header("Content-Range", f"bytes {first}-{first + len(part) - 1}/{len(data)}")
        if fault == "less":
            part = part[:-1]
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        self.wfile.write(part)

    def log_message(self, *_):
        pass


server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
pathlib.Path("port").write_text(str(server.server_address[1]))
server.serve_forever()
