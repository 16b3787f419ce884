"""The messages of this package and of that for JavaScript are what scripts/bindings makes of the tables."""

from __future__ import annotations

import os
import subprocess
import sys

from vectors import FOLDER


def test_what_is_made_is_what_the_tables_say() -> None:
    switch = ["--write"] if os.environ.get("UPDATE_GOLDENS") else []
    script = FOLDER.parents[1] / "scripts" / "bindings"
    done = subprocess.run([sys.executable, str(script), *switch], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
