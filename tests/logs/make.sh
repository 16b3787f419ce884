#!/bin/sh
# Makes the logs of a version: tests/logs/make.sh DIRECTORY
#
# Needs `cargo build --all-features`. The daemon plays short games of Orwell Chess with the bot `arbiter-faulty`. Run it
# for a new version of the log only: the logs that are there are kept as they are, for ever.
set -eu
bin=${CARGO_TARGET_DIR:-target}/debug
here=$(dirname "$0")
out=$1
mkdir -p "$out"
PATH="$bin:$PATH"
good="arbiter-faulty --mode good"
last="$good --pick last"

# game NAME SEED SEAT-2 SEAT-3 [LINE]...: a game of three rounds, written to NAME.jsonl
game() {
    name=$1 seed=$2 second=$3 third=$4
    shift 4
    {
        echo uvi 1
        echo "newmatch $name variant orwell seed $seed maxrounds 3"
        echo "seat $name 1 bot $good"
        echo "seat $name 2 bot $second"
        echo "seat $name 3 bot $third"
        for line; do echo "$line"; done
        echo "start $name"
        echo wait
        echo quit
    } | arbiter daemon >/dev/null
}

game complete 1 "arbiter-faulty --mode chatter --count 2" "$last" "log complete $out/complete.jsonl info all"
game times-off 2 "arbiter-faulty --mode chatter --count 2" "$last" "log times-off $out/times-off.jsonl times off"
game clocks 3 "$good" "$last" "clock clocks time 60000 inc 100" "clock clocks seat 2 movetime 5000" \
    "log clocks $out/clocks.jsonl"
game moves-to-go 13 "$good" "$last" "clock moves-to-go time 60000 inc 100 movestogo 2" \
    "clock moves-to-go seat 2 time 60000 movestogo 5" "log moves-to-go $out/moves-to-go.jsonl"
game forfeit 4 "arbiter-faulty --mode crash --after 1" "$last" "log forfeit $out/forfeit.jsonl"
game two-forfeits 5 "arbiter-faulty --mode garbage --after 1" "arbiter-faulty --mode resign --after 1" \
    "log two-forfeits $out/two-forfeits.jsonl"
game random 6 "arbiter-faulty --mode illegal --after 1" "$last" "onfault random random" "log random $out/random.jsonl"
game tries 14 "arbiter-faulty --mode slip --count 2" "arbiter-faulty --mode slip --count 3 --action a1a2 --pick last" \
    "onfault tries retry 2 random" "log tries $out/tries.jsonl"
game no-greeting 8 "arbiter-faulty --mode exit --at greeting" "$last" "onfault no-greeting random" \
    "log no-greeting $out/no-greeting.jsonl"
game sealed 12 "$good" "$last" "log sealed $out/sealed.jsonl"
# Red takes White's last man but one.
game setposition 9 "$good" "$last" "setposition setposition \
wR6/7/1bububDbubu1/bGbJbPbRbPbJbG/7/wu6/ru6/2rR4/7/7/7/7 2 - --- 1 -" "log setposition $out/setposition.jsonl"

# A host seat decides once, then the host stops the match.
printf '%s\n' 'uvi 1' 'newmatch aborted variant orwell seed 7 maxrounds 3' 'seat aborted 1 host' \
    "seat aborted 2 bot $good" "seat aborted 3 bot $good" "log aborted $out/aborted.jsonl" 'start aborted' 'isready' \
    >"$out/in"
{ cat "$out/in"; sleep 1; echo 'play aborted 1 c3d4'; sleep 1; echo 'stop aborted'; echo wait; echo quit; } |
    arbiter daemon >/dev/null
rm "$out/in"

# A killed arbiter leaves a log without its end: here the last record is torn too.
head -n 9 "$out/complete.jsonl" >"$out/cut-off.jsonl"
sed -n 10p "$out/complete.jsonl" | head -c 20 >>"$out/cut-off.jsonl"

# Two search bots, whose scores end the game in the manner of fastchess: after a pawn's move the count begins again.
cat >"$out/cup.toml" <<'END'
variant = "chess"
seed = "2a"
clock = "nodes 300"
log = { times = "off" }
openings = { positions = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"] }
bot = [{ name = "one", command = "search" }, { name = "two", command = "search" }]
[adjudication]
like = "fastchess"
resign = { score = 90, count = 2, both = true }
draw = { after = 4, count = 2, score = 40 }
END
arbiter tournament "$out/cup.toml" --folder "$out/cup" --quiet
mv "$out/cup/games/000001.jsonl" "$out/fastchess.jsonl"
rm -r "$out/cup" "$out/cup.toml"
