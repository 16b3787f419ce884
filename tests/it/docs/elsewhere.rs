//! The commands in the documents that `commands.rs` does not run.

/// The page, the first line, and the file that tries the command.
pub(super) const ELSEWHERE: [(&str, &str, &str); 27] = [
    ("README.md", "scripts/first-match", ".ci/run"),
    ("README.md", "export PATH=\"$PWD/target/quick:$PATH\"", "tests/it/docs/commands.rs"),
    ("README.md", "scripts/test", ".ci/run"),
    ("README.md", "export PYTHONPATH=\"$PWD/bots/python/src\"", "tests/it/docs/commands.rs"),
    (
        "docs/arenas.md",
        "python3 grade.py katarenga submissions random greedy 'search --nodes 200' --blocks 20",
        "tests/it/arenas.rs",
    ),
    ("docs/board.md", "scripts/board", "scripts/test-pages"),
    (
        "docs/board.md",
        "arbiter-board --bot 'stockfish=arbiter-uci stockfish' --bots my-bots.toml",
        "frontends/board/tests",
    ),
    ("docs/board.md", "arbiter-board cup.games", "tests/pages/test_board.py"),
    ("docs/board.md", "websocketd --port=8000 --staticdir=. arbiter", "tests/pages/test_board.py"),
    (
        "docs/cluster.md",
        "while arbiter merge cup.games; [ $? = 3 ]; do sbatch --wait --array=1-20 slurm.sh cup.games; done",
        "scripts/test-cluster",
    ),
    ("docs/cluster.md", "sbatch --array=1-20 slurm.sh cup.games", "scripts/test-cluster"),
    ("docs/cluster.md", "rsync -a cup.games/ node1:cup.games/", "simulation/src/world.rs"),
    ("docs/cluster.md", "arbiter merge cup.games second/cup.games --strict --into both.games", "tests/it/shards.rs"),
    (
        "docs/coming-from-fastchess.md",
        "git clone https://github.com/Disservin/fastchess /tmp/fastchess",
        "scripts/same-games",
    ),
    ("docs/coming-from-fastchess.md", "cargo build --release --features faulty --bins", "scripts/same-games"),
    ("docs/coming-from-openspiel.md", "pip install './bots/python[openspiel]'", "scripts/nightly"),
    (
        "docs/coming-from-openspiel.md",
        "arbiter play katarenga 'bot:python3 bots/python/examples/openspiel_mcts.py' bot:random",
        "bots/python/tests/test_openspiel.py",
    ),
    (
        "docs/keep-your-script.md",
        "arbiter-fastchess -engine cmd=./new name=new -engine cmd=./old name=old \\",
        "frontends/fastchess/tests/it/main.rs",
    ),
    ("docs/first-bot.md", "python3 -m venv env", "scripts/nightly"),
    ("docs/first-bot.md", "cc -O2 -o starter bots/starters/starter.c", "tests/it/starters.rs"),
    ("docs/own-game.md", "cd examples/own-game", "examples/own-game/tests/whole_program.rs"),
    (
        "docs/packages.md",
        "arbiter play orwell bot:random bot:greedy bot:greedy --log first.jsonl",
        "scripts/test-release",
    ),
    ("docs/packages.md", "sha256sum --check --ignore-missing SHA256SUMS", "scripts/test-release"),
    (
        "docs/python-environments.md",
        "pip install './bots/python[environments]'     # needs Rust; [openspiel] for OpenSpiel",
        "scripts/nightly",
    ),
    ("docs/ladders.md", "arbiter ladder ladder --merge /mnt/other/ladder", "tests/it/ladders.rs"),
    ("docs/python.md", "export UVI_CHAT_KEY=…", "bots/python/tests/test_chat.py"),
    ("docs/python.md", "pip install ./bots/python              # in a clone of the repository", "scripts/nightly"),
];
