"""The command line of the bot."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
from collections.abc import Sequence

from .bot import PICTURES, Manner, bot
from .endpoint import EndpointError, Model

_EPILOG = """\
The key of the endpoint comes from the environment variable UVI_CHAT_KEY, or from the one that --key-from names. It is
never an argument. No log, error or trace shows it or a part of it, whatever the endpoint answers. Without a key, none is
sent. If the endpoint answers with the key in place of an action, the bot ends with an error.

The model is told the rules page (`arbiter rules VARIANT --format md`; ARBITER or the PATH has the arbiter), the position
as text, the history, and its legal actions unless the host forbids them. Its answer is played unchanged. The arbiter
decides whether an action is legal. If it asks again (`onfault retry`, `onfault random`), the model is told the reason.
For each question the bot says the model's words as `info string …` and its tokens as `info tokens READ WRITTEN`.
`--info all` keeps both in the log.

When the clock runs out, the bot cuts the request, and the fault is a timeout. It tries statuses 429 and 5xx and broken
answers again, later each time, or when Retry-After says. If the endpoint refuses for good (a wrong key, no such model, HTML),
the bot ends, and the `crash` in the log has the reason."""


def parser() -> argparse.ArgumentParser:
    """What can be said on the command line."""
    parser = argparse.ArgumentParser(
        prog="python3 -m uvi.chat",
        description="A bot whose moves come from a language model.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--url", default=os.environ.get("UVI_CHAT_URL"), help="the endpoint, such as https://host/v1 (or UVI_CHAT_URL)")
    add("--model", default=os.environ.get("UVI_CHAT_MODEL"), help="the model (or UVI_CHAT_MODEL)")
    add("--name", help="the name of the bot; by default that of the model")
    add("--key-from", metavar="VARIABLE", help="the environment variable with the key, if it is not UVI_CHAT_KEY")
    add("--rules", default="arbiter", metavar="arbiter|none|FILE", help="the rules to tell the model")
    add("--picture", default="off", choices=PICTURES, help="show the board too: SVG as text, PNG as an image")
    add("--plain", action="store_true", help="do not ask for structured answers (also the fallback if the endpoint refuses them)")
    add("--constrain", action="store_true", help="allow only legal actions by the schema of the answer")
    add("--no-legal", action="store_true", help="do not tell the model the legal actions")
    add("--no-history", action="store_true", help="do not tell the model the history")
    add("--no-stream", action="store_true", help="ask for the whole answer at once")
    add("--temperature", type=float, help="by default that of the endpoint")
    add("--max-tokens", type=int, metavar="N", help="the most tokens in an answer")
    add("--price", type=float, nargs=2, metavar=("READ", "WRITTEN"), help="the price of a million tokens, for `info cost`")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Plays until the arbiter says `quit`."""
    options = parser()
    said = options.parse_args(arguments)
    for name in ("url", "model"):
        if not getattr(said, name):
            options.error(f"expected --{name}, or the environment variable UVI_CHAT_{name.upper()}")
    if said.key_from and said.key_from not in os.environ:
        # The word may be the key itself, so the error does not repeat it.
        options.error("--key-from: expected the name of an environment variable that is set, found another word")
    # Before the first question, which costs money.
    if said.rules not in ("arbiter", "none") and not os.path.isfile(said.rules):
        options.error(f"--rules: expected arbiter, none or a file, found {said.rules}, which is no file")
    if said.picture == "png" and importlib.util.find_spec("resvg_py") is None:
        options.error("--picture png needs the package resvg-py: pip install 'uvi-arbiter[png]'")
    try:
        model = Model(
            said.url,
            said.model,
            os.environ.get(said.key_from or "UVI_CHAT_KEY") or None,
            said.temperature,
            said.max_tokens,
            not said.no_stream,
        )
    except ValueError as error:
        options.error(str(error))
    manner = Manner(
        model,
        rules=said.rules,
        picture=said.picture,
        is_structured=not said.plain,
        is_constrained=said.constrain,
        shows_legal=not said.no_legal,
        shows_history=not said.no_history,
        price=None if said.price is None else (said.price[0], said.price[1]),
    )
    try:
        bot(manner, said.name or said.model).run()
    except EndpointError as error:
        print(f"the endpoint cannot be asked: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
