"""Tournaments, played by a real arbiter."""

from __future__ import annotations

import html
import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hosting import WAIT, descendants, is_alive, program, until

import uvi

BOTS = {"a": "random", "b": "greedy"}


def test_a_tournament_is_followed_to_its_standings(tmp_path: Path) -> None:
    folder = tmp_path / "cup.games"
    with uvi.Tournament(variant="isolation", bots=BOTS, rounds=3, seed="1", folder=folder, concurrency=1) as cup:
        results = list(cup.follow(WAIT))
        standings = cup.wait(WAIT)
        assert cup.is_finished and not cup.is_running
    assert [result.game for result in results] == [1, 2, 3, 4, 5, 6]
    assert {result.reason for result in results} == {"isolated"} and set(results[0].seats) == {"a", "b"}
    first = results[0]
    assert first.score and sum(first.score) == 1 and uvi.Log(first.log).verify()
    assert (standings.variant, standings.games) == ("isolation", 6)
    points = {row.name: row.points for row in standings.bots}
    won = {name: sum((r.score or (0, 0))[r.seats.index(name)] for r in results) for name in BOTS}
    assert points == won
    with pytest.raises(uvi.ArbiterError, match="the tournament was closed; call wait before close"):
        cup.wait(WAIT)
    top = standings.bots[0]
    assert top.rank == 1 and top.share and top.share.low is not None
    assert top.share.value is not None and top.share.low <= top.share.value
    assert top.wins_draws_losses and sum(top.wins_draws_losses) == 6 and top.faults == {}
    page = standings._repr_html_()
    assert "<td>a</td>" in page and "<td>b</td>" in page
    report = cup.report(replays=True)
    assert "<svg" in report and "<iframe" in report._repr_html_()
    assert (folder / "report-replays" / "000001.html").exists()
    assert len(list(cup.logs())) == 6 and "isolated" in cup._repr_html_()


def test_a_tournament_that_was_stopped_is_resumed(tmp_path: Path) -> None:
    folder = tmp_path / "cup.games"
    with uvi.Tournament(variant="chess", bots=BOTS, rounds=4, seed="1", folder=folder, concurrency=1) as cup:
        next(cup.follow(WAIT))
        cup.stop()
        partly = cup.wait(WAIT)
        assert not cup.is_finished and 0 < len(cup.results) < 8
        with pytest.raises(uvi.ArbiterError, match="takes no more orders"):
            cup.pause()
    assert partly.games < 8
    with uvi.Tournament(folder=folder) as cup:
        assert cup.wait(WAIT).games == 8 and cup.is_finished
        assert [result.game for result in cup.results] == list(range(1, 9))


def test_a_tournament_pauses(tmp_path: Path) -> None:
    with uvi.Tournament(variant="isolation", bots=BOTS, rounds=2000, folder=tmp_path / "x.games", concurrency=1) as cup:
        next(cup.follow(WAIT))
        cup.pause()
        # The game that runs when the order comes finishes.
        counts: list[int] = []

        def quiet() -> bool:
            counts.append(len(cup.results))
            return len(counts) > 30 and counts[-1] == counts[-20]

        assert until(quiet)
        cup.go_on()
        assert until(lambda: len(cup.results) > counts[-1] + 2)
        pids = descendants(cup._process.pid) | {cup._process.pid}
    assert until(lambda: not any(map(is_alive, pids)))


def test_a_file_and_its_options_make_a_tournament(tmp_path: Path) -> None:
    file = tmp_path / "cup.toml"
    file.write_text(
        'variant = "catalonia"\nrounds = 1\nseed = "2a"\n[options]\nturns = 5\n'
        '[[bot]]\nname = "a"\ncommand = "random"\n[[bot]]\nname = "b"\ncommand = "chain"\n'
    )
    with uvi.Tournament(file) as cup:
        standings = cup.wait(WAIT)
        assert cup.folder == tmp_path / "cup.games" and cup.folder.is_dir()
    assert all(result.shared is not None and result.score is None for result in cup.results)
    assert standings.bots[0].points is None and "<td>a</td>" in standings._repr_html_()


def test_a_tournament_that_cannot_be_played_says_why(tmp_path: Path) -> None:
    with uvi.Tournament(variant="bao", bots=BOTS, folder=tmp_path / "x.games") as cup:
        with pytest.raises(uvi.CommandFailed, match="bao") as failed:
            cup.wait(WAIT)
        assert failed.value.status == 2
        cup.close()
        with pytest.raises(uvi.CommandFailed, match="bao"):
            cup.wait(WAIT)
        with pytest.raises(uvi.CommandFailed, match="bao"):
            list(cup.follow(WAIT))
        assert cup.results == []


def test_a_class_is_not_marked_for_what_others_did(tmp_path: Path) -> None:
    grade = Path(__file__).resolve().parents[3] / "examples" / "arenas" / "grade.py"
    path = os.pathsep.join([str(Path(program()).parent), os.environ["PATH"]])
    (tmp_path / "class").mkdir()
    (tmp_path / "class" / "ann.py").write_text("raise SystemExit('ann')", encoding="utf-8")

    def graded(*words: str) -> tuple[int, str]:
        command = [sys.executable, str(grade), *words, "--blocks", "2", "--limits", ""]
        done = subprocess.run(
            command, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
        )
        return done.returncode, done.stderr + done.stdout

    for words, said in (
        (["isolation", "class", "random", "nobody"], "there is no program nobody on the PATH"),
        (["isolation", "class", "false"], "false is at fault in every game: the bot exited with status 1"),
        (["bao", "class", "random"], "no variant bao"),
        (["isolation", "lass", "random"], "expected the folder of the submissions, found lass"),
    ):
        status, text = graded(*words)
        assert status in (1, 2) and said in text and "Traceback" not in text, text
    status, text = graded("isolation", "class", "random")
    assert status == 0 and "crash: the bot exited with status 1" in text, text


def test_bots_without_names_are_refused() -> None:
    bots: Any = ["random", "greedy"]
    with pytest.raises(ValueError, match="expected bots, a mapping of names to command lines; found"):
        uvi.Tournament(variant="isolation", bots=bots)
    with pytest.raises(ValueError, match="expected the name of a bot, without an equals sign; found 'a=b'"):
        uvi.Tournament(variant="isolation", bots={"a=b": "random"})


@pytest.mark.parametrize(
    ("rating", "shown"),
    [
        ((None, 92.1, None), "> 92"),
        ((817.4, -160.6, None), "> -161"),
        ((-817.4, None, 160.6), "< 161"),
        ((None, None, None), "?"),
        ((12.4, 2.0, 22.0), "12"),
        ((12.4, None, None), "12"),
    ],
)
def test_a_rating_without_an_end_is_a_bound(rating: tuple[float | None, ...], shown: str) -> None:
    row = {"rank": 1, "name": "a", "games": 2, "rating": dict(zip(("value", "low", "high"), rating))}
    standings = uvi.Standings.read(json.dumps({"variant": "chess", "games": 2, "bots": [row]}))
    assert f"<td>{html.escape(shown)}</td>" in standings._repr_html_()


def test_a_tournament_needs_a_file_a_variant_or_a_folder(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected a file, a variant with bots, or the folder of a tournament"):
        uvi.Tournament()
    with uvi.Tournament(variant="isolation", bots=BOTS, rounds=1, restart=None, folder=tmp_path / "x.games") as cup:
        assert cup.wait(WAIT).games == 2


def test_points_may_be_mixed_numbers() -> None:
    row = {"rank": 1, "name": "a", "games": 7, "blocks": 2, "faults": {"timeout": 1}, "points": "3 1/2", "tied": True}
    text = {"variant": "chess", "seats": 2, "games": 7, "blocks": 2, "reasons": {}, "bots": [row]}
    standings = uvi.Standings.read(json.dumps(text))
    assert standings.bots[0].points == Fraction(7, 2) and standings.bots[0].share is None
    assert "<td>1=</td>" in standings._repr_html_() and "timeout 1" in standings._repr_html_()


def test_the_seed_may_be_a_number(tmp_path: Path) -> None:
    folder = tmp_path / "x.games"
    with uvi.Tournament(variant="isolation", bots=BOTS, rounds=1, seed=42, folder=folder) as cup:
        cup.wait(WAIT)
    assert f'seed = "{42:032x}"' in (folder / "plan.toml").read_text(encoding="utf-8")


def test_a_bot_may_have_a_name_with_spaces(tmp_path: Path) -> None:
    bots = {"my bot": "random", "b (v2)": "greedy"}
    with uvi.Tournament(variant="isolation", bots=bots, rounds=1, folder=tmp_path / "x.games", concurrency=1) as cup:
        assert {row.name for row in cup.wait(WAIT).bots} == set(bots)
