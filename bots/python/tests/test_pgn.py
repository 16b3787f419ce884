"""Games of PGN, one file a kind: the arbiter reads them as python-chess does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def test_games_are_those_of_python_chess() -> None:
    script, games = ROOT / "scripts/pgn-corpus", ROOT / "tests/pgn"
    arbiter = ["--arbiter", os.environ["ARBITER"]]
    done = subprocess.run([sys.executable, script, *arbiter, games], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.endswith(" 0 others have errors or are other variants\n"), done.stdout
