"""Pictures and pages: what a notebook shows of positions, matches, logs and tournaments."""

from __future__ import annotations

import html
import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import ArbiterError
from .program import run

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


WIDEST = 8192
"""The largest width of a picture, in pixels."""


class Picture(str):
    """A picture of a board: an SVG document as a `str`, which a notebook displays."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the SVG document into a file."""
        Path(path).write_text(self, encoding="utf-8")

    def png(self, width: int = 480) -> bytes:
        """The picture as PNG, 1 to 8192 pixels wide. Needs `pip install 'uvi-arbiter[png]'`."""
        if not 1 <= width <= WIDEST:
            raise ValueError(f"expected a width from 1 to {WIDEST} pixels, found {width}")
        try:
            import resvg_py
        except ImportError as error:
            raise ArbiterError("a PNG needs the package resvg-py: pip install 'uvi-arbiter[png]'") from error
        return bytes(resvg_py.svg_to_bytes(svg_string=str(self), width=width))

    def rgb(self, width: int = 480) -> npt.NDArray[np.uint8]:
        """The picture as pixels on white: rows, columns, and red, green and blue. Letters need a font of the system.

        Needs `pip install 'uvi-arbiter[environments]'`.
        """
        try:
            import numpy as np
            from PIL import Image
        except ImportError as error:
            raise ArbiterError("pixels need numpy and pillow: pip install 'uvi-arbiter[environments]'") from error
        with Image.open(io.BytesIO(self.png(width))) as drawn:
            white = Image.new("RGBA", drawn.size, "white")
            return np.array(Image.alpha_composite(white, drawn.convert("RGBA")).convert("RGB"))

    def _repr_svg_(self) -> str:
        return str(self)


class Page(str):
    """A complete HTML page, such as the report of a tournament. A notebook displays it in a frame."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page into a file."""
        Path(path).write_text(self, encoding="utf-8")

    def _repr_html_(self) -> str:
        frame = "width:100%;height:640px;border:1px solid #8884"
        # The page has a script, which runs in an origin of its own and does not reach the notebook.
        return f'<iframe sandbox="allow-scripts" style="{frame}" srcdoc="{html.escape(self, quote=True)}"></iframe>'


def picture(
    variant: str,
    position: object = None,
    *,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    seed: str | None = None,
    program: str | os.PathLike[str] | None = None,
) -> Picture:
    """A picture of a position, by its text or as an object of `uvi.positions`; of the start if there is none.

    >>> picture("chess")[:4]
    '<svg'

    Raises `CommandFailed` if the arbiter refuses the position.
    """
    arguments = ["show", "--variant", variant, "--svg", "-"]
    arguments += [] if position is None else ["--position", str(position)]
    arguments += [] if seats is None else ["--seats", str(seats)]
    arguments += [] if seed is None else ["--seed", seed]
    for name, value in (options or {}).items():
        arguments += ["--option", f"{name}={value}"]
    return Picture(run(arguments, program).stdout.strip())


def figure(svg: str | None, heading: str, lines: list[str]) -> str:
    """A picture with words beside it, as HTML. `heading` and `lines` are plain text."""
    words = "".join(f"<div>{html.escape(line)}</div>" for line in lines)
    board = f'<div style="max-width:24em;flex:1 1 16em">{svg}</div>' if svg else ""
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:1em;align-items:flex-start">'
        f'{board}<div style="flex:1 1 12em"><strong>{html.escape(heading)}</strong>{words}</div></div>'
    )


def table(heads: list[str], rows: list[list[str]]) -> str:
    """A table of plain texts as HTML."""
    head = "".join(f"<th>{html.escape(cell)}</th>" for cell in heads)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


__all__ = ["Page", "Picture", "picture"]
