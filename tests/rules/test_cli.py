"""The command line: what it prints, its exit codes, and that it never shows a traceback."""

import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rules import bots
from rules.__main__ import main
from rules.record import read, replay
from rules.shuffle import commitment
from tests.processes import started
from tests.rules.random_records import random_record

ROOT = Path(__file__).parent.parent.parent
GOLDEN = ROOT / "tests" / "playthroughs" / "v1"
SCENARIOS = ROOT / "tests" / "scenarios"
COMMANDS = ("scenarios", "replay", "verify", "play", "bench", "book")


def rules(*arguments, stdin=b""):
    """Runs a command in this process: its exit code, what it printed, what it complained."""
    streams = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = (io.TextIOWrapper(io.BytesIO(text), "utf-8") for text in (stdin, b"", b""))
    try:
        code = main([str(argument) for argument in arguments])
        printed = []
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
            printed.append(stream.buffer.getvalue().decode())
    finally:
        sys.stdin, sys.stdout, sys.stderr = streams
    return code, *printed


def program(*arguments, **more):
    """Runs `python -m rules` as a program of its own; whatever happens there is no traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "rules", *map(str, arguments)], cwd=ROOT, timeout=60, check=False, **more
    )
    assert b"Traceback" not in (done.stderr or b"") and b"Exception" not in (done.stderr or b"")
    return done


@pytest.fixture(name="golden")
def _golden():
    return GOLDEN / "001-two-seats.json"


def altered(tmp_path, path, alter):
    value = json.loads(path.read_text(encoding="utf-8"))
    alter(value)
    file = tmp_path / "altered.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    return file


# -- usage ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command):
    code, out, err = rules(command, "--help")
    assert code == 0 and not err
    assert out.startswith("usage: python -m rules " + command) and "Exit codes:" in out
    assert command in rules("--help")[1]


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("sing",),
        ("replay",),
        ("verify", "a", "b"),
        ("bench", "--games", "0"),
        ("bench", "--games", "many"),
        ("bench", "--preset", "005"),
        ("bench", "--preset", "002", "--seats", "5"),
        ("bench", "--seed", "-1"),
        ("play", "--preset", "009"),
        ("play", "--seats", "7"),
        ("play", "--seats", "3", "--seat", "3"),
        ("play", "--option", "pick2"),
        ("play", "--option", "=stack"),
        ("play", "--option", "pick2=double"),
        ("play", "--option", "sing=true"),
        ("play", "--option", "wild2=true", "--option", "packs=1"),
        ("play", "--option", "hand_size=" + "9" * 5000),
        ("play", "--preset", "002", "--seats", "6"),
        ("play", "--save", "/nowhere/at/all.json"),
        ("play", "--save", "."),
        ("play", "--save", ""),
        ("play", "--save", "/proc/version/game.json"),
        ("play", "--save", "/dev/null", "--force"),
        ("play", "--save", "a" * 300),
        ("play", "--option", "timeout=None"),
        ("play", "--option", "hand_size="),
        ("book", "005"),
        ("book", "000", "--option", "hand_size=true"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_bad_usage_is_exit_code_2_with_a_reason(arguments):
    code, _out, err = rules(*arguments)
    assert code == 2 and err.strip()


@pytest.mark.parametrize("command", ["replay", "verify", "scenarios"])
def test_a_file_that_cannot_be_read_is_exit_code_2(command, tmp_path):
    for name in (tmp_path / "missing.json", tmp_path, "a\x01b"):
        code, out, err = rules(command, name)
        assert code == 2 and "cannot be read" in err and not out


GARBAGE = {
    "empty": b"",
    "binary": bytes(range(256)) * 100,
    "zeros": b"\0" * 1000,
    "nested": b"[" * 300_000,
    "long": b'{"format":"whot-record/1",' + b" " * 1_100_000,
    "not a record": b'{"format":"something else"}',
    "list": b"[1,2,3]",
    "half": (GOLDEN / "001-two-seats.json").read_bytes()[:1000],
}


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("kind", GARBAGE)
def test_a_file_that_is_no_record_is_exit_code_2(command, kind, tmp_path):
    file = tmp_path / "garbage"
    file.write_bytes(GARBAGE[kind])
    code, out, err = rules(command, file)
    assert code == 2 and "is not a record" in err and not out and len(err.splitlines()) == 1


# -- replay and verify ----------------------------------------------------------------------------


def test_replay_prints_the_final_position_the_ranking_and_the_points(golden):
    code, out, err = rules("replay", golden)
    lines = out.splitlines()
    told = json.loads(golden.read_text(encoding="utf-8"))
    assert code == 0 and not err
    assert lines[0] == "position " + replay(read(golden.read_bytes())).position
    assert lines[1] == "reason emptied_hand"
    assert lines[2:] == [
        "place 1 seat 1 points 0 Bot Bọ́lá",
        f"place 2 seat 0 points {told['result']['points'][0]} Adaeze",
    ]


def test_replay_tells_ties_by_the_same_place(tmp_path, golden):
    # Places after a tie are skipped; here none is tied, so 1 to 6 follow (W7.4).
    out = rules("replay", GOLDEN / "003-six-seats.json")[1]
    assert [line.split()[1] for line in out.splitlines()[2:]] == list("123456")


def test_replay_can_print_every_step(golden):
    out = rules("replay", "--steps", golden)[1]
    telling = golden.with_suffix(".txt").read_text(encoding="utf-8")
    assert out.splitlines()[:-4] == telling.splitlines()[3:-5]


def test_replay_names_the_first_step_that_does_not_hold(tmp_path, golden):
    def alter(value):
        value["actions"][4]["action"] = "play C3"

    code, out, err = rules("replay", altered(tmp_path, golden, alter))
    assert code == 1 and not out
    assert err.startswith("does not hold: step 5, seat 1, “play C3”: ") and "(W4.2)" in err


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    "alter",
    [
        lambda v: v["fairness"].update(server_seed="0" * 64),
        lambda v: v["deal"].update(top="T1"),
        lambda v: v["result"].update(points=[0, 0]),
        lambda v: v.update(state_hash="0" * 64),
        lambda v: v.update(rules_version=99),
        lambda v: v.update(rules_version="1"),
        lambda v: v.pop("deal"),
        lambda v: v["actions"].pop(),
        lambda v: v["actions"][3].update(action="play \u202eC5"),
    ],
)
def test_what_does_not_hold_is_exit_code_1(command, alter, tmp_path, golden):
    code, out, err = rules(command, altered(tmp_path, golden, alter))
    assert code == 1
    assert "FAILS" in out if command == "verify" else err.startswith("does not hold: ")


def test_verify_says_what_a_deal_that_nobody_added_to_does_not_prove(tmp_path):
    text = random_record(64)
    assert set(json.loads(text)["fairness"]["client_seeds"]) == {"-"}
    (tmp_path / "alone.json").write_text(text)
    code, out, _err = rules("verify", tmp_path / "alone.json")
    assert code == 0 and "0 of 2 seats contributed" in out
    assert "this proves that the deal was fixed beforehand, not that the site did not choose it" in out


def test_verify_prints_each_check_with_its_figures():
    file = GOLDEN / "002-rollover.json"
    code, out, err = rules("verify", file)
    told = json.loads(file.read_text(encoding="utf-8"))
    lines = out.splitlines()
    assert code == 0 and not err
    assert len(lines) == 9 and all(line.startswith("holds ") for line in lines)
    opened = commitment(told["game_id"], bytes.fromhex(told["fairness"]["server_seed"]))
    assert opened in lines[2]
    assert "all 54 cards" in out and f"{len(told['actions'])} of {len(told['actions'])} allowed" in out
    assert told["state_hash"] in lines[-1]


def test_an_unproved_deal_is_said_to_be_unproved_and_is_no_failure(tmp_path, golden):
    file = altered(tmp_path, golden, lambda v: v.update(fairness=None))
    code, out, _err = rules("verify", file)
    assert code == 0 and "open   deal" in out and "nothing proves the deal" in out
    code, out, _err = rules("replay", file)
    assert code == 0 and "nothing proves the deal" in out.splitlines()[-1]


# -- scenarios ------------------------------------------------------------------------------------


def test_the_scenario_files_pass():
    code, out, err = rules("scenarios", SCENARIOS / "whot.jsonl", SCENARIOS / "whot_games.jsonl")
    rows = sum(len((SCENARIOS / f).read_text().splitlines()) for f in ("whot.jsonl", "whot_games.jsonl"))
    assert code == 0 and not err and out.splitlines()[-1] == f"{rows} passed, 0 failed"


def test_a_changed_expectation_fails_with_a_readable_difference(tmp_path):
    rows = (SCENARIOS / "whot.jsonl").read_text(encoding="utf-8").splitlines()
    place = next(n for n, row in enumerate(rows) if '"kind": "play"' in row and '"turn"' in row.split('"expect"')[1])
    row = json.loads(rows[place])
    row["expect"]["turn"] = right = (row["expect"]["turn"] + 1) % row["players"]
    file = tmp_path / "rows.jsonl"
    file.write_text("\n".join([*rows[:place], json.dumps(row), *rows[place + 1 :]]), encoding="utf-8")
    code, out, _err = rules("scenarios", file)
    assert code == 1 and out.splitlines()[-1] == f"{len(rows) - 1} passed, 1 failed"
    assert row["id"] in out and "turn" in out and str(right) in out


# -- bench ----------------------------------------------------------------------------------------


def test_bench_prints_one_json_object_a_line():
    code, out, _err = rules("bench", "--games", "5", "--preset", "001", "--preset", "002", "--seats", "3")
    lines = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and [line["preset"] for line in lines] == ["001", "002"]
    for line in lines:
        assert list(line) == ["preset", "seats", "games", "actions", "cpu_s", "actions_per_s"]
        assert line["seats"] == 3 and line["games"] == 5 and line["actions"] > 5 * 5


def test_bench_measures_the_four_presets_with_two_and_four_seats():
    lines = [json.loads(line) for line in rules("bench", "--games", "1")[1].splitlines()]
    assert [(line["preset"], line["seats"]) for line in lines] == [
        (preset, seats) for preset in ("000", "001", "002", "003") for seats in (2, 4)
    ]


def test_the_same_bench_seed_plays_the_same_games():
    def counts(seed):
        out = rules("bench", "--games", "4", "--preset", "003", "--seed", seed)[1]
        return [json.loads(line)["actions"] for line in out.splitlines()]

    assert counts(5) == counts(5) != counts(6)


# -- play -----------------------------------------------------------------------------------------


def test_a_person_can_play_to_the_end_and_save_a_record_that_holds(tmp_path):
    file = tmp_path / "game.json"
    code, out, err = rules("play", "--preset", "000", "--seats", "3", "--seat", "1", "--seed", "4",
                           "--option", "hand_size=3", "--option", "last_card_call=auto",
                           "--save", file, stdin=b"1\n" * 500)  # fmt: skip
    assert code == 0 and not err
    assert f"saved as {file}" in out and "The game is over" in out
    record = read(file.read_bytes())
    assert [(line.kind, line.level) for line in record.seats] == [
        ("bot", "normal"),
        ("person", None),
        ("bot", "normal"),
    ]
    assert record.options["hand_size"] == 3 and replay(record).proved
    assert rules("verify", file)[0] == 0


def test_the_others_play_at_the_level_named(tmp_path, monkeypatch):
    def lines(level):
        file = tmp_path / f"{level}.json"
        code, _out, _err = rules("play", "--level", level, "--seed", "4", "--save", file, stdin=b"1\n" * 500)
        record = read(file.read_bytes())
        assert code == 0 and record.seats[1].level == level
        return [entry.action for entry in record.actions]

    assert lines("easy") != lines("hard")
    assert rules("play", "go_stop", "--level", "hard", stdin=b"q\n")[0] == 0
    monkeypatch.setitem(bots.PLAYERS, "go_stop", {"random": bots.player("go_stop", "random")})
    code, out, err = rules("play", "go_stop", "--level", "hard")
    assert code == 2 and not out and "there is random" in err


def play_and_save(file, *more):
    return rules("play", "--seed", "4", "--option", "hand_size=3", "--save", file, *more, stdin=b"1\n" * 500)


def test_a_file_that_is_there_is_not_overwritten_without_force(tmp_path):
    file = tmp_path / "game.json"
    file.write_text("precious")
    code, out, err = play_and_save(file)
    assert code == 2 and not out and "is there already" in err and "--force" in err
    assert file.read_text() == "precious"
    assert rules("play", "--save", file, "--force", stdin=b"q\n")[0] == 0
    assert file.read_text() == "precious"  # nothing is written before there is a whole game
    assert play_and_save(file, "--force")[0] == 0
    assert replay(read(file.read_bytes())).proved


def test_a_place_that_cannot_be_written_is_told_before_the_game(tmp_path):
    for place in ("", tmp_path, tmp_path / "no" / "such" / "folder.json", "/proc/game.json", "a\0b"):
        code, out, err = rules("play", "--save", place, stdin=b"q\n")
        assert code == 2 and not out and "cannot be written" in err, place
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_appears_during_the_game_is_kept(tmp_path, monkeypatch):
    file = tmp_path / "game.json"
    monkeypatch.setattr("rules.cli.play.build", lambda **_more: file.write_text("another's"))
    monkeypatch.setattr("rules.cli.play.to_text", lambda _record: "ours")
    code, _out, err = play_and_save(file)
    assert code == 2 and "is there already" in err and file.read_text() == "another's"


@pytest.mark.parametrize("command", ["play", "book"])
def test_an_option_is_read_as_its_own_values_say(command):
    # W8.1: `none` is a word of timeout and the absence of a limit of max_refills (W6.5)
    where = ("--preset", "000") if command == "play" else ("000",)
    for option in ("timeout=none", "max_refills=none", "suspension=false", "packs=2", "whot_defence=no"):
        code, _out, err = rules(command, *where, "--option", option)
        assert code == 0 and not err, option
    code, _out, err = rules(command, *where, "--option", "hand_size=9")
    assert code == 2 and "“Cards dealt to each” (hand_size) cannot be 9; it can be 3 to 7" in err
    code, _out, err = rules(command, *where, "--option", "wild2=true", "--option", "packs=1")
    assert code == 2 and "“Two-pack Wild cards” (wild2) and “Packs of cards” (packs) cannot go together" in err
    code, _out, err = rules(command, *where, "--option", "hold_on=" + "x" * 3000)
    assert code == 2 and len(err) < 200


@pytest.mark.parametrize("command", ["play", "book", "bench"])
def test_a_kind_of_game_is_called_by_its_name_and_its_number(command):
    kinds = ["Wild (000)", "Two-pack Wild (000W)", "Classic (001)", "Straight (002)", "Turnabout (003)"]
    told = " ".join(rules(command, "--help")[1].split())
    assert not [kind for kind in kinds if kind not in told]
    where = ("005",) if command == "book" else ("--preset", "005")
    code, _out, err = rules(command, *where)
    assert code == 2 and "“005” is no kind of game" in err
    assert not [kind for kind in kinds if kind not in " ".join(err.split())]
    where = ("002",) if command == "book" else ("--preset", "002")
    code, _out, err = rules(command, *where, "--seats", "6")
    assert code == 2 and "Straight (002) is for 2 to 4 players, not 6 (W2.1)" in err


def test_a_game_begins_with_the_name_of_its_kind():
    assert rules("play", "--preset", "003", "--seed", "1")[1].startswith("Turnabout (003), 2 seats; ")


def test_the_same_seed_deals_the_same_game():
    first, again, other = (rules("play", "--seed", seed, stdin=b"")[1] for seed in (9, 9, 10))
    assert first == again != other


def test_the_end_of_input_and_q_stop_cleanly_and_save_nothing(tmp_path):
    file = tmp_path / "game.json"
    for stdin in (b"", b"q\n", b"draw\nQUIT\n"):
        code, out, err = rules("play", "--seed", "1", "--save", file, stdin=stdin)
        assert code == 0 and not err and "stopped; the game is not finished" in out
    assert not file.exists()


def test_a_question_mark_shows_the_moves_and_the_rules_card():
    out = rules("play", "--seed", "1", "--preset", "003", "--option", "hand_size=4", stdin=b"?\n")[1]
    assert "   1 " in out
    assert "* 4 cards each. (W2.2)" in out


def test_the_terminal_has_no_clock_and_promises_none():
    # W7.2, W8.5: the clocks belong to a table of the site
    for named in ((), ("turn_clock=60", "game_clock=300", "max_missed=1", "excused_misses=1")):
        options = [part for option in named for part in ("--option", option)]
        card = rules("play", "--seed", "1", *options, stdin=b"?\n")[1]
        assert card.count("No clock runs in the terminal.") == 1
        for promise in ("Time for", "Out of time", "missed turn", "excused", "clock for", "timed"):
            assert promise not in card, promise


def test_the_moves_are_listed_with_the_last_card_call_first():
    # W5.1: without the call it costs two cards, so it must not be the first thing one sees
    typed = b"?\n1\n" * 60
    out = rules("play", "--seed", "4", "--preset", "000", "--option", "hand_size=3", stdin=typed)[1]
    listed = re.findall(r"^>? +\d+ (play .*|draw|pass)$", out, re.MULTILINE)
    calls = [place for place, text in enumerate(listed) if text.endswith(" last")]
    assert calls
    for place in calls:
        assert listed[place + 1] == listed[place].removesuffix(" last")


def test_a_refused_move_says_the_rule_and_asks_again():
    code, out, _err = rules("play", "--seed", "1", stdin=b"play T99\npass\nleave\n999\n0\n\n")
    assert code == 0
    assert "“play t99” is not a move" in out or "“play T99” is not a move" in out
    assert "(W3.2)" in out and "“leave” is a word of the house" in out and "there are moves 1 to" in out


def test_moves_may_be_typed_in_short():
    # One game, the same move typed four ways.
    start = rules("play", "--seed", "2", "--seats", "2", stdin=b"?\n")[1]
    card = re.search(r"\d play ([CTXSR]\d+)$", start, re.MULTILINE)[1]
    outs = {
        rules("play", "--seed", "2", stdin=f"{text}\n".encode())[1]
        for text in (f"play {card}", card, card.lower(), f"  PLAY {card.lower()} ")
    }
    assert len(outs) == 1 and "You play" in outs.pop()


def test_binary_input_is_refused_line_by_line():
    code, out, err = rules("play", "--seed", "1", stdin=bytes(range(256)) * 40)
    assert code == 0 and not err and "is not a move" in out


# -- the world outside ----------------------------------------------------------------------------


def test_a_reader_that_goes_away_is_no_drama(golden):
    command = [sys.executable, "-m", "rules", "replay", "--steps", str(golden)]
    with started(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) in (0, 2)


def test_a_full_disk_is_told():
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with open("/dev/full", "wb") as full:
        done = program("bench", "--games", "1", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2 and b"cannot be written" in done.stderr


def test_names_can_be_printed_where_the_terminal_knows_only_ascii(golden):
    done = program("replay", golden, capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0 and b"Bot B\\u1ecd" in done.stdout


def test_it_runs_as_a_program(golden):
    done = program("verify", golden, capture_output=True)
    assert done.returncode == 0 and done.stdout.startswith(b"holds  form") and not done.stderr


@pytest.fixture(name="deaf", params=[False, True], ids=["in front", "in the background"])
def _deaf(request):
    """Ctrl-C as it reaches the tests of somebody who waits for them, and of a job that runs by itself."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if request.param else signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(
    "arguments",
    [("play", "--seed", "1"), ("bench", "--games", "100", *("--seats", "2") * 10_000)],
    ids=["play", "bench"],
)
def test_ctrl_c_stops_with_one_line(arguments, deaf):
    command = [sys.executable, "-m", "rules", *arguments]
    pipe = subprocess.PIPE
    with started(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        process.stdout.read(20)
        process.send_signal(signal.SIGINT)
        _out, err = process.communicate(timeout=30)
    assert process.returncode == 130 and err.decode().strip() == "python -m rules: stopped"


def test_closed_standard_streams_are_no_drama():
    script = f"cd {shlex.quote(str(ROOT))} && {shlex.quote(sys.executable)} -m rules play --seed 1 <&- >&-; echo $?"
    done = subprocess.run(["sh", "-c", script], capture_output=True, timeout=60, check=False)
    assert done.stdout.strip() == b"0" and b"Traceback" not in done.stderr
