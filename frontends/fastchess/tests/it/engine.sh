#!/bin/sh
# A UCI engine that knows a fool's mate, which White loses. The first argument is how it fails: it plays an illegal move, or
# it crashes as long as the file of the second argument is missing.
mode=$1
file=$2
while read -r line; do
    case $line in
    uci)
        echo 'id name Scripted'
        echo 'id author The Arbiter founders'
        echo 'option name Hash type spin default 16 min 1 max 64'
        echo 'option name Clear Hash type button'
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
        [ "$mode" != illegal ] || move=a1a1
        if [ "$mode" = crash ] && [ ! -e "$file" ]; then exit 3; fi
        echo 'info string pgncomment calm'
        echo "info depth 3 seldepth 4 score cp -12 nodes 5 time 1 pv $move"
        echo "bestmove $move"
        ;;
    quit) exit ;;
    esac
done
