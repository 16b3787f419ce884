"""The arbiter's own vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[3] / "protocol" / "vectors"


def load(name: str) -> Any:
    """A file of vectors."""
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))
