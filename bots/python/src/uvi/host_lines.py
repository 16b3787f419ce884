"""The lines of the host link (UVI 4)."""

# Made by scripts/bindings from protocol/lines.json: change that, and run `scripts/bindings --write`.

from __future__ import annotations

from .kinds import KINDS, choice
from .parts import table

FAULTS = (
    "timeout",
    "illegal",
    "unreadable",
    "flood",
    "crash",
    "deaf",
    "no-start",
    "no-greeting",
)
KINDS["fault"] = choice(FAULTS, "the word of a fault")

ERRORS = (
    "unknown-command",
    "bad-argument",
    "no-such-match",
    "match-exists",
    "no-such-variant",
    "bad-option",
    "bad-position",
    "bad-seat",
    "not-your-turn",
    "illegal-action",
    "cannot-start",
    "line-too-long",
    "already-running",
    "not-running",
    "cannot-undo",
    "cannot-watch",
)
KINDS["error"] = choice(ERRORS, "an error code")

FROM_HOST = table(
    "uvi version:number",
    "isready",
    "describe",
    "newmatch match {variant:word seats?:number seed? options}",
    "setposition match position",
    "seat match seat @player",
    "seatoption match seat {name:word value}",
    "seatset match seat key:word [value]",
    "clock match {seat? none?:flag movetime?:milliseconds time?:milliseconds inc?:milliseconds movestogo?:many "
        "nodes?:many depth?:many margin?:milliseconds}clock",
    "patience match {greet?:milliseconds ready?:milliseconds quit?:milliseconds}patience",
    "onfault match @onfault",
    "takebacks match on:switch",
    "undo match @undo",
    "keep match on:switch",
    "log match path:value {times?:switch info?:off|last|all sync?:off|game|event}",
    "resume match path:value",
    "watch match path:value",
    "analyse match",
    "start match",
    "play match seat actions",
    "resign match seat",
    "show match",
    "legal match seat [places:flag]",
    "picture match [seat]",
    "position match [seat]",
    "history match [seat]",
    "debug on:switch",
    "stop match",
    "drop match",
    "wait [match]",
    "quit",
)

TO_HOST = table(
    "id key:name|author text",
    "variant {name:word seats:numbers title:text}",
    "option @rule-option",
    "about variant:word key:word text",
    "uviok",
    "readyok",
    "created match",
    "ready match seat name=text",
    "started match {commitment:digest position}",
    "chance match action",
    "played match seat action {time:milliseconds text}",
    "score match {turn:number points:number total:number chain:list}",
    "turn match seat {movetime?:milliseconds time?:figures inc?:figures movestogo?:many nodes?:amount "
        "depth?:amount}limits",
    "info match seat text",
    "fault match seat fault text",
    "try match seat fault {left:number time:milliseconds text}",
    "vacated match seat reason=word",
    "undone match plies:number to=number",
    "over match {reason:word score?:points shared?:number}over",
    "board @board",
    "legal match seat actions:list",
    "places match seat action @places",
    "picture match svg:image",
    "position match position",
    "history match @history",
    "error code:error text",
)
