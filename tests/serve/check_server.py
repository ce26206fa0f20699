#!/usr/bin/env python3
"""Starts 'pagekin serve' and sends it raw requests: right ones, and those of an attacker.

Usage: check_server.py PROGRAM CRAWL.warc.gz [REQUESTS.json]

The cases of REQUESTS.json (the suite web-ui) are sent as they are, with our port, and with /api/stop in place of
/api/crawl, which this server does not have. Without the file only our own cases are sent.
"""
import json
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time

program, crawl = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
suite = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 and os.path.exists(sys.argv[3]) else None
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                               "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
    "X-Frame-Options": "DENY", "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin"}
problems = []
checks = 0


def check(condition, text):
    global checks
    checks += 1
    if not condition:
        problems.append(text)


def exchange(port, request, timeout=15):
    """Sends bytes, returns (status, headers, body); status 0 where the connection was closed without an answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=timeout) as link:
        try:
            link.sendall(request)
            link.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # an answer may be there all the same
        data = b""
        try:
            while chunk := link.recv(65536):
                data += chunk
                head, found, rest = data.partition(b"\r\n\r\n")
                length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
                if found and (length is None or len(rest) >= int(length[1])):
                    break
        except OSError:
            pass
    head, _, body = data.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1]) if lines[0].startswith("HTTP/") else 0
    headers = [tuple(part.strip() for part in line.split(":", 1)) for line in lines[1:] if ":" in line]
    return status, headers, body


def value(headers, name):
    return next((text for key, text in headers if key.lower() == name.lower()), None)


def raw(method, path, headers, body=b""):
    text = f"{method} {path} HTTP/1.1\r\n"
    for name, values in headers.items():
        for one in values if isinstance(values, list) else [values]:
            text += f"{name}: {one}\r\n"
    return text.encode("utf-8") + b"\r\n" + body


def expected(text):
    """The statuses that a case allows: '400 or 404, no SQL error text' -> {400, 404}; '2xx' -> 200 to 299."""
    if "2xx" in text:
        return set(range(200, 300))
    if text.startswith("200 if bound to ::1"):
        return {403}
    return {int(number) for number in re.findall(r"\b[1-5]\d\d\b", text)}


def repeat(text):
    return re.sub(r"<REPEAT (.) (\d+)>", lambda m: m[1] * int(m[2]), text)


with tempfile.TemporaryDirectory() as folder:
    clusters = os.path.join(folder, "clusters.tsv")
    subprocess.run([program, "cluster", crawl, "-q", "-o", clusters], check=True)
    # A list of inputs, whose name is the title.
    crawls = pathlib.Path(clusters).with_name("my crawls.txt")
    crawls.write_text(crawl + "\n")
    labels_file, wrapper_file = os.path.join(folder, "labels.tsv"), os.path.join(folder, "shop.wrapper")
    server = subprocess.Popen([program, "serve", clusters, f"@{crawls}", "--port", "0", "-q", "--labels", labels_file, "--wrapper", wrapper_file],
                              stdout=subprocess.PIPE, text=True)
    try:
        address = server.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", address)
        if not found:
            sys.exit(f"the server printed '{address}'")
        port, token = int(found[1]), found[2]
        host = {"Host": f"127.0.0.1:{port}"}

        # A browser that opens the address gets a cookie, and with it the data.
        status, headers, _ = exchange(port, raw("GET", f"/?token={token}", host))
        cookie = (value(headers, "Set-Cookie") or "").split(";")[0]
        check(status == 303 and value(headers, "Location") == "/", f"the first visit: {status}")
        for word in ("HttpOnly", "SameSite=Strict"):
            check(word in (value(headers, "Set-Cookie") or ""), f"the cookie lacks {word}")
        check(exchange(port, raw("GET", "/?token=" + "0" * 32, host))[0] == 403, "a wrong token is taken")
        for path in ("/api/report", "/api/pages", "/api/session", "/api/page?id=x"):
            check(exchange(port, raw("GET", path, host))[0] == 403, f"{path} without a token")
        own = {**host, "Cookie": cookie}
        status, headers, body = exchange(port, raw("GET", "/api/report", own))
        check(status == 200 and value(headers, "Content-Encoding") == "gzip", f"/api/report: {status}")
        import gzip
        report = json.loads(gzip.decompress(body))
        check(report["kind"] == "clusters" and len(report["templates"]) > 3, "the report has no templates")
        for name, text in HEADERS.items():
            check(value(headers, name) == text, f"{name}: {value(headers, name)}")
        check(not any(key.lower().startswith("access-control") for key, _ in headers), "there is a CORS header")
        status, _, body = exchange(port, raw("GET", "/api/pages?template=0", own))
        pages = json.loads(gzip.decompress(body))["ids"] if status == 200 else []
        check(len(pages) == report["templates"][0]["pages"], f"pages of a template: {status}, {len(pages)}")
        if pages:
            from urllib.parse import quote
            status, headers, body = exchange(port, raw("GET", "/api/page?id=" + quote(pages[0], safe=""), own))
            check(status == 200 and b"<html" in body.lower(), f"a stored page: {status}")
            check((value(headers, "Content-Type") or "").startswith("text/plain"), "a stored page is served as markup")
        for path, wanted in (("/api/page?id=nothing", 404), ("/api/page", 400), ("/api/pages?template=x", 400),
                             ("/api/pages?template=99999", 404), ("/api/stop", 405), ("/none", 404)):
            check(exchange(port, raw("GET", path, own))[0] == wanted, f"{path} is not answered with {wanted}")
        check(b"<title>my crawls - pagekin</title>" in exchange(port, raw("GET", "/", host))[2], "the page of a list has no title")
        check(report["run"]["title"] == "my crawls", f"the title of a list: {report['run']['title']}")
        status, _, body = exchange(port, raw("HEAD", "/", host))
        check(status == 200 and body == b"", f"HEAD: {status}, {len(body)} bytes")

        # Labels: the same rules, and nothing that a request says is a path.
        def asked(path, request, headers=None):
            body = request if isinstance(request, bytes) else json.dumps(request).encode()
            sent = {**host, "X-CSRF-Token": token, "Content-Type": "application/json", "Content-Length": str(len(body)), **(headers or {})}
            for _ in range(200):  # 202: it is being worked on
                status, answered, text = exchange(port, raw("POST", path, {key: one for key, one in sent.items() if one is not None}, body))
                if status != 202:
                    return status, answered, text
                time.sleep(0.1)
            return 0, [], b""

        template = report["templates"][0]["id"]
        label_paths = ["/api/label/" + name for name in ("start", "slots", "learn", "save")]
        for path in label_paths:
            check(exchange(port, raw("GET", path, own))[0] == 405, f"GET {path}")
            for what, headers in (("without a token", {"X-CSRF-Token": None}), ("with a cookie for a token", {"X-CSRF-Token": None, "Cookie": cookie}),
                                  ("with a wrong token", {"X-CSRF-Token": "0" * 32}), ("of another site", {"Origin": "http://evil.test"}),
                                  ("of another site's page", {"Sec-Fetch-Site": "cross-site"}), ("of no site", {"Origin": "null"}),
                                  ("under another name", {"Host": f"evil.test:{port}"})):
                check(asked(path, {}, headers)[0] == 403, f"{path} {what}")
            check(asked(path, {}, {"Content-Type": "text/plain"})[0] == 415, f"{path} as text")
            check(asked(path, b"{\"labels\": [" + b" " * 70000 + b"]}")[0] == 413, f"{path} with a long body")
            for text in (b"", b"[", b"[]", b"{\"labels\": 1}", b"{\"labels\": [1]}", b"{\"labels\": [{\"page\": \"x\"}]}", b"{\"template\": 1}",
                         b"{\"labels\": [{\"page\": \"x\", \"field\": \"a\\u0000b\"}]}", b"[" * 5000, b"\xff\xfe"):
                check(asked(path, text)[0] == 400, f"{path} with {text[:40]}: {asked(path, text)[0]}")
        check(exchange(port, raw("POST", "/api/label/other", {**host, "X-CSRF-Token": token, "Content-Type": "application/json", "Content-Length": "2"}, b"{}"))[0] == 404,
              "an endpoint that does not exist")
        status, headers, body = asked("/api/label/start", {})
        check(status == 200 and json.loads(body) == {"labels": [], "savesLabels": True, "savesWrapper": True}, f"start: {status} {body[:100]}")
        for name, text in HEADERS.items():
            check(value(headers, name) == text, f"start: {name}: {value(headers, name)}")
        for request in ({}, {"template": "none"}, {"template": "../1"}, {"template": template, "page": "nothing"}, {"template": template, "page": "/etc/passwd"}):
            check(asked("/api/label/slots", request)[0] == 404, f"a page that does not exist: {request}")
        status, headers, body = asked("/api/label/slots", {"template": template, "page": pages[-1]})
        stored = json.loads(body) if status == 200 else {"nodes": [], "page": ""}
        check(stored["page"] == pages[-1] and len(stored["nodes"]) > 20, f"a page as data: {status}")
        check((value(headers, "Content-Type") or "") == "application/json", "a page as data has another type")
        texts = [node for node in stored["nodes"] if node[1] == "text"]
        for labels, wanted in (([], 422), ([{"page": "nothing", "field": "a", "value": "b"}], 422), ([{"page": pages[-1], "field": "a"}], 422),
                               ([{"page": pages[-1], "field": "a", "xpath": "//*[("}], 422), ([{"page": pages[-1], "field": "a", "value": "not there"}], 422)):
            status = asked("/api/label/learn", {"template": template, "labels": labels})[0]
            check(status == wanted, f"labels that say nothing: {labels}: {status}")
        check(asked("/api/label/learn", {"template": "none", "labels": []})[0] == 404, "labels of no template")
        check(asked("/api/label/save", {"labels": []})[0] == 422 and not os.path.exists(labels_file), "no labels are saved")
        # A place by its path, as the front end puts it together.
        def path_of(number):
            steps = []
            while number >= 0:
                parent, _, step = stored["nodes"][number][:3]
                steps.append(step)
                number = parent
            return "/" + "/".join(reversed(steps))

        chosen = stored["nodes"].index(texts[len(texts) // 2]) if texts else 0
        label = {"page": pages[-1], "field": "../name", "xpath": path_of(chosen)}
        status, _, body = asked("/api/label/learn", {"template": template, "labels": [label]})
        check(status == 200, f"learn: {status} {body[:200]}")
        if status == 200:
            rows = {row["page"]: row["cells"] for row in json.loads(body)["rows"]}
            check(len(rows) == min(len(pages), 300), f"learn gives {len(rows)} of {len(pages)} pages")
            check(rows[pages[-1]].get("../name", {}).get("values") == [stored["nodes"][chosen][3]], f"the label itself: {rows[pages[-1]]}")
        status, _, body = asked("/api/label/save", {"labels": [label], "path": "/tmp/evil", "labelsFile": "../evil.tsv", "wrapper": "../evil"})
        check(status == 200, f"save: {status} {body[:200]}")
        check(sorted(os.listdir(folder)) == ["clusters.tsv", "labels.tsv", "my crawls.txt", "shop.wrapper"], f"files: {os.listdir(folder)}")
        check(pathlib.Path(labels_file).read_text() == f"page\tfield\tvalue\txpath\tcss\n{pages[-1]}\t../name\t\t{label['xpath']}\t\n", "the table of labels")
        again = os.path.join(folder, "again.wrapper")
        subprocess.run([program, "learn", crawl, "--clusters", clusters, "--fields", labels_file, "-q", "-o", again], check=True)
        check(pathlib.Path(again).read_bytes() == pathlib.Path(wrapper_file).read_bytes(), "the wrapper is not that of 'pagekin learn'")

        # A request that comes byte by byte is not waited for without end.
        with socket.create_connection(("127.0.0.1", port), timeout=60) as drip:
            closed = False
            try:
                for byte in b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 100:
                    drip.sendall(bytes([byte]))
                    drip.settimeout(0.5)
                    try:
                        closed = drip.recv(1) == b""
                    except TimeoutError:
                        continue
                    break
            except OSError:
                closed = True
            check(closed, "a request that drips is never closed")

        # Six hundred that say nothing are closed while others are waiting.
        crowd = [socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(600)]
        check(exchange(port, raw("GET", "/", host))[0] == 200, "no answer beside 600 idle connections")
        for link in crowd:
            link.close()

        # Two hundred connections that say nothing do not keep others out.
        idle = []
        for _ in range(200):
            idle.append(socket.create_connection(("127.0.0.1", port), timeout=5))
            idle[-1].sendall(b"GET / HTTP/1.1\r\nHost: ")
        begin = time.monotonic()
        check(exchange(port, raw("GET", "/", host))[0] == 200, "no answer beside idle connections")
        check(time.monotonic() - begin < 2, f"an answer beside idle connections took {time.monotonic() - begin:.1f} s")
        for link in idle:
            link.close()

        cases = json.loads(suite.read_text()) if suite else {"port": 8765, "requests": []}
        last = []  # the one that stops the server
        for case in cases["requests"]:
            def ours(text):
                return repeat(text).replace(str(cases["port"]), str(port)).replace("/api/crawl", "/api/stop").replace("<valid>", token)
            headers = {name: [ours(one) for one in text] if isinstance(text, list) else ours(text) for name, text in case["headers"].items()}
            path = ours(case["path"])
            if path.startswith("/api/") and case["method"] == "GET" and case["expect"].startswith("405"):
                headers["Cookie"] = cookie
            body = b"{}" if case["method"] == "POST" and "Content-Length" not in headers else b""
            if body:
                headers["Content-Length"] = str(len(body))
            request = raw(case["method"], path, headers, body)
            if "2xx" in case["expect"]:
                last.append((case, request))
                continue
            status, answered, text = exchange(port, request)
            allowed = expected(case["expect"])
            if case["why"] == "CORS":
                check(not any(key.lower().startswith("access-control") for key, _ in answered), "CORS")
            elif case["why"] == "slowloris":
                continue
            else:
                check(status in allowed, f"{case['why']}: {case['method']} {path[:60]}: got {status}, expected {case['expect']}")
            if status == 200:
                for name, wanted in cases["response_headers_required"].items():
                    check(value(answered, name) == wanted, f"{case['why']}: {name}: {value(answered, name)}")
                check(b"<script>alert" not in text, f"{case['why']}: the value comes back")
        for case, request in last:
            status = exchange(port, request)[0]
            check(status in expected(case["expect"]), f"{case['why']}: {status}")
        if last:
            check(server.wait(timeout=20) == 0, "the server did not end after /api/stop")
    finally:
        if server.poll() is None:
            server.terminate()
            server.wait(timeout=20)

    # Without files nothing is saved; files that cannot be written end the program before the work.
    server = subprocess.Popen([program, "serve", clusters, crawl, "--port", "0", "-q"], stdout=subprocess.PIPE, text=True)
    try:
        port, token = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([0-9a-f]{32})", server.stdout.readline().strip()).groups()
        body = json.dumps({"labels": [label]}).encode()
        status, _, text = exchange(int(port), raw("POST", "/api/label/save", {"Host": f"127.0.0.1:{port}", "X-CSRF-Token": token, "Content-Type": "application/json",
                                                                              "Content-Length": str(len(body))}, body))
        check(status == 409 and b"--labels" in text, f"save without files: {status} {text[:100]}")
    finally:
        server.terminate()
        server.wait(timeout=20)
    for flags, wanted in ((["--labels", folder + "/none/labels.tsv"], 1), (["--labels", folder + "/labels.csv"], 2), (["--wrapper", clusters], 2),
                          (["--wrapper", folder + "/w", "--by", "template"], 2), (["--labels", folder + "/w", "--wrapper", folder + "/w"], 2)):
        ended = subprocess.run([program, "serve", clusters, crawl, "--port", "0", "-q", *flags], capture_output=True, timeout=60)
        check(ended.returncode == wanted, f"serve {flags}: {ended.returncode} {ended.stderr[:200]}")
print("\n".join(problems) or f"{checks} checks, no problem{'' if suite else '; the suite web-ui is absent'}")
sys.exit(bool(problems))
