"""A bot for every variant in one file, to copy and change. It needs Python 3 and nothing else.

    arbiter play orwell 'bot:python3 starter.py' bot:random bot:random

The arbiter writes lines to stdin and reads lines from stdout. It knows the rules, so the bot may ask what is legal.
"The seat link" in protocol/UVI.md has every message.
"""

import sys


def say(line):
    """Sends a message. Without the flush it would stay in a buffer, and the arbiter would wait in vain."""
    print(line, flush=True)


def log(text):
    """Notes something. stderr is free: the arbiter puts its last lines into the match log where something is wrong."""
    print(text, file=sys.stderr, flush=True)


def choose(game, position, legal):
    """Chooses one of the legal actions: this is the place for a better idea.

    It is a hash of lots, seed, seat and position (FNV-1a), so that games differ, since each has other lots, but the same
    question gets the same answer, and whatever goes wrong can be repeated.
    """
    question = f"{game['seed']} {game['seat']} {position}"
    if "lots" in game:
        question = f"{game['lots']} {question}"
    number = 2166136261
    for byte in question.encode():
        number = (number ^ byte) * 16777619 % 2**32
    return legal[number % len(legal)]


game = {"seed": "0"}  # what is set and what is played: variant, seats, seat, lots, and rule options not at their default
position, legal = "", []
for line in sys.stdin:  # the end of the input means the same as quit
    verb, *words = line.split() or [""]
    if verb == "uvi":  # who are you?
        say("id name Starter (Python)")
        say("id author me")
        say("option name seed type spin default 0 min 0 max 4294967295")
        say("feature legal")  # please send the legal actions
        say("uviok")
    elif verb == "setoption":  # setoption name seed value 7
        game[words[1]] = words[3]
    elif verb == "isready":
        say("readyok")
    elif verb == "newgame":  # newgame variant orwell seats 3 seat 2 lots 7182e7f96bb0e393; time for slow preparations
        game = {"seed": game["seed"], **dict(zip(words[::2], words[1::2]))}
        log(f"I am seat {game['seat']} of {game['seats']} in a game of {game['variant']}")
    elif verb == "position":  # all that this seat may see, in the notation of the variant (UVI 8)
        position, legal = " ".join(words), []
    elif verb == "legal":  # sorted, each once
        legal = words
    elif verb == "go":  # decide; the words are limits, such as movetime 1000
        say(f"bestmove {choose(game, position, legal)}" if legal else "resign")
    elif verb == "gameover":  # gameover reason royals score 0 1 0
        log(" ".join(words))
    elif verb == "error":  # your bot is at fault, and this is why
        log(f"the arbiter complains: {' '.join(words)}")
    elif verb == "quit":
        break
    # stop asks for an answer at once: this bot has none open. Any other verb is ignored, as the protocol wants it.
