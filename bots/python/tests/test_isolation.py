"""The example that learns: a moment of training, and what it has become sits down at a board."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hosting import python_bot

pytest.importorskip("numpy", reason="numpy is not installed")
pytest.importorskip("uvi.rules", reason="the binding is not built", exc_type=ImportError)

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "isolation.py"


@pytest.mark.skipif("ARBITER" not in os.environ, reason="there is no arbiter")
def test_it_learns_and_plays(tmp_path: Path) -> None:
    weights, log = tmp_path / "weights.npz", tmp_path / "log.jsonl"
    subprocess.run([sys.executable, str(EXAMPLE), "train", str(weights), "--minutes", "0.02"], check=True, timeout=120)
    command = [os.environ["ARBITER"], "play", "isolation", python_bot(EXAMPLE, "play", weights), "bot:random", "--seed", "1", "--quiet"]
    command += ["--patience", "greet 100000 ready 100000", "--clock", "movetime 100000"]
    subprocess.run([*command, "--log", str(log)], check=True, timeout=120)
    records = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    assert records[0]["seats"][0]["name"] == "Isolation, learned"
    assert records[-1]["reason"] == "isolated" and not [record for record in records if record["type"] == "fault"]
