#!/bin/sh
# A UCI engine that knows a fool's mate, which White loses. The first argument is how it fails: it plays an illegal move,
# answers `none` or nothing (`empty`), crashes as long as the file of the second argument is missing, stalls after its first
# answer, tells no score (`terse`), a bound alone or 0 (`even`), or boasts of a mate in a line that is illegal, and plays
# another move.
mode=$1
file=$2
while read -r line; do
    case $line in
    uci)
        echo 'id name Scripted'
        echo 'id author The Arbiter founders'
        echo 'option name Hash type spin default 16 min 1 max 64'
        echo 'option name Clear Hash type button'
        echo 'option name UCI_Chess960 type check default false'
        echo 'uciok'
        ;;
    isready) echo readyok ;;
    position*)
        moves=0
        case $line in *' moves '*)
            set -- ${line#* moves }
            moves=$#
            ;;
        esac
        ;;
    go*)
        case $moves in
        0) move=f2f3 ;;
        1) move=e7e5 ;;
        2) move=g2g4 ;;
        *) move=d8h4 ;;
        esac
        case $mode in
        illegal) move=a1a1 ;;
        none) move='(none)' ;;
        empty) move= ;;
        esac
        if [ "$mode" = crash ] && [ ! -e "$file" ]; then exit 3; fi
        echo 'info string pgncomment calm'
        case $mode in
        boast)
            echo "info depth 2 score mate 1 pv $move a1a1"
            echo "info depth 4 score mate 9 pv a2a3"
            ;;
        terse) ;;
        bound) echo "info depth 3 score cp 10 lowerbound" ;;
        even) echo "info score cp 0" ;;
        *) echo "info depth 3 seldepth 4 score cp -12 nodes 5 time 1 pv $move" ;;
        esac
        echo "bestmove $move"
        # It listens, says nothing, and keeps its output open.
        [ "$mode" != stall ] || exec cat 3>&1 >/dev/null
        ;;
    quit) exit ;;
    esac
done
