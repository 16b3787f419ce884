#!/usr/bin/env python3
"""Shows a replay of a CG Arena, which is the log of a match. See cgarena_play.py for the call."""

import http.server
import os
import subprocess
import sys

if len(sys.argv) != 5:
    sys.exit(__doc__)
replay, folder, port, _players = sys.argv[1:]
page = os.path.join(os.path.abspath(folder), "index.html")
if os.path.exists(page):
    os.remove(page)
subprocess.run(["arbiter", "replay", replay, "-o", page], check=True)
os.chdir(folder)
http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), http.server.SimpleHTTPRequestHandler).serve_forever()
