"""The notebook runs headless, and its pictures are pictures."""

from __future__ import annotations

import base64
import os
import struct
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from hosting import WAIT, descendants, is_alive, until

import uvi

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOK = Path(__file__).resolve().parents[1] / "examples" / "host.ipynb"


def test_the_notebook_runs_and_shows_boards(tmp_path: Path) -> None:
    book: Any = nbformat.read(NOTEBOOK, as_version=4)
    assert not any(cell.get("outputs") for cell in book.cells), "the notebook is kept without outputs"
    before = descendants(os.getpid())
    done = nbclient.NotebookClient(
        book, timeout=4 * WAIT, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    outputs = [output for cell in done.cells for output in cell.get("outputs", ())]
    data = [output["data"] for output in outputs if "data" in output]
    svgs = ["".join(kind["image/svg+xml"]) for kind in data if "image/svg+xml" in kind]
    pages = ["".join(kind["text/html"]) for kind in data if "text/html" in kind]
    assert len(svgs) == 2 and all(svg.startswith("<svg") for svg in svgs)
    assert sum("<svg" in page for page in pages) == 2 and sum("<table" in page for page in pages) == 1
    assert sum("<iframe" in page for page in pages) == 1
    texts = "".join(output.get("text", "") for output in outputs)
    assert "illegal-action |" in texts and "orwell.jsonl: ok: orwell" in texts
    boards = [*svgs, *(page[page.index("<svg") : page.index("</svg>") + 6] for page in pages if page.startswith("<div style"))]
    assert len(boards) == 4
    for number, svg in enumerate(boards):
        png = uvi.Picture(svg).png(400)
        assert len(colours(png)) > 5
        # Set UVI_PICTURES to a folder to look at them.
        if folder := os.environ.get("UVI_PICTURES"):
            Path(folder, f"notebook-{number}.png").write_bytes(png)
    assert until(lambda: not any(map(is_alive, descendants(os.getpid()) - before)))


def colours(png: bytes) -> set[bytes]:
    """The colours of a PNG of eight bits with alpha. Filters make others of them, but no flat picture becomes colourful."""
    at, pixels, width = 8, b"", 0
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, _, bits, form = struct.unpack(">IIBB", body[:10])
            assert (bits, form) == (8, 6)
        if kind == b"IDAT":
            pixels += body
        at += length + 12
    raw = zlib.decompress(pixels)
    row = 4 * width + 1
    return {raw[n + 1 + 4 * x : n + 5 + 4 * x] for n in range(0, len(raw), row) for x in range(width)}


def test_a_picture_is_saved_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = uvi.picture("chess")
    drawn.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text() == drawn
    assert base64.b64encode(drawn.png()).startswith(b"iVBORw0KGgo")
    pixels = drawn.rgb(96)
    assert pixels.shape[1:] == (96, 3) and pixels.dtype == "uint8" and {*pixels[0, 0]} == {255}
    # Whoever makes a film draws on it.
    assert pixels.flags.writeable
    for width in (0, -1, 10**6):
        with pytest.raises(ValueError, match="expected a width from 1 to 8192 pixels"):
            drawn.rgb(width)
    for missing, needed in (("resvg_py", "png"), ("PIL", "environments")):
        with monkeypatch.context() as without:
            without.setitem(sys.modules, missing, None)
            with pytest.raises(uvi.ArbiterError, match=rf"pip install 'uvi-arbiter\[{needed}\]'"):
                drawn.rgb()
    with pytest.raises(uvi.CommandFailed, match="bao"):
        uvi.picture("bao")
