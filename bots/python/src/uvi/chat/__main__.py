"""The command line of the bot."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from .bot import PICTURES, Manner, bot
from .endpoint import EndpointError, Model

_EPILOG = """\
The key of the endpoint comes from the environment variable UVI_CHAT_KEY, or from the one that --key-from names; it is
never an argument, and stands in no log. Without one, none is sent.

The model is told the rules page (`arbiter rules VARIANT --format md`; the arbiter is found by ARBITER or the PATH), the
position as text, what has happened, and its legal actions, unless the host forbids that. What it answers is played as it
stands: whether an action is legal, the arbiter says, and its reason is told to the model if it is asked again
(`onfault retry`, `onfault random`). Its words are `info string …`, its tokens `info tokens READ WRITTEN`, both for each question; keep
them with `--info all`.

A request is cut when the clock runs out, and counts as a timeout. Statuses 429 and 5xx and broken answers are tried
again, later each time, or when Retry-After says. Where the endpoint refuses for good (a wrong key, no such model), the
bot ends, and the log has the reason with its crash."""


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
    add("--key-from", default="UVI_CHAT_KEY", metavar="VARIABLE", help="the environment variable with the key")
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
    try:
        model = Model(
            said.url,
            said.model,
            os.environ.get(said.key_from) or None,
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
