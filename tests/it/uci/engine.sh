#!/bin/sh
# A UCI engine that knows one opening, and misbehaves in the way that its argument names.
mode=$1

# At this stage the engine is killed or stopped, or the adapter is killed, where the mode says so.
at() {
    case $mode in
    "kill@$1") kill -9 $$ ;;
    "stop@$1") kill -STOP $$ ;;
    "adapter@$1") kill -9 $PPID ;;
    esac
}

say() { printf '%s\n' "$@"; }

greet() {
    case $mode in
    silent) say 'cannot open eval.nnue'; return ;;
    esac
    say 'id name Scripted' 'id author The Arbiter founders' \
        'option name Hash type spin default 16 min 1 max 64' \
        'option name Clear Hash type button' \
        'option name Style of Play type combo default Very Solid var Very Solid var Risky' \
        'option name Book File type string default <empty>' \
        'option name Ponder type check default false'
    [ "$mode" = plain ] || say 'option name UCI_Chess960 type check default false'
    say uciok
}

# The moves of both sides of a fool's mate, by those before.
think() {
    case $mode in
    crash) say 'info string about to divide by zero'; exit 3 ;;
    killed) kill -9 $$ ;;
    closed) exec 1>&-; exec sleep 60 ;;
    chatter) say 'cannot open book.bin'; return ;;
    none) say 'bestmove (none)'; return ;;
    nothing) say 'bestmove'; return ;;
    illegal) say 'bestmove e2e5'; return ;;
    flood) while :; do say 'info string more and more and more and more and more'; done ;;
    long) head -c 300000 /dev/zero | tr '\0' x; say ''; return ;;
    esac
    say 'info depth 1 score cp 20 lowerbound nodes 3' 'info depth 2 seldepth 3 score cp 21 nodes 7 time 1 pv e2e4'
    case $position in
    'position startpos') say 'bestmove f2f3 ponder e7e5' ;;
    *' moves f2f3 e7e5') say 'bestmove g2g4' ;;
    *' moves f2f3') say 'bestmove e7e5' ;;
    *)
        say 'info depth 9 score mate 1' 'bestmove d8h4'
        at idle
        ;;
    esac
}

while read -r line; do
    case $line in
    uci) at uci; greet ;;
    isready) at isready; [ "$mode" = unready ] || say readyok ;;
    setoption*) at setoption; say "$line" >&2 ;;
    ucinewgame) at ucinewgame; say "$line" >&2 ;;
    position*) position=$line ;;
    go*) at go; say "$position" "$line" >&2; think ;;
    quit) at quit; exit 0 ;;
    esac
done
