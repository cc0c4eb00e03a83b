"""Random play by `rules` and by its rivals, side by side: see README.md for the method.

Run it as `benchmarks/run` or `make -C benchmarks`, which first install the rivals. Standard output: one JSON object
a line for each sample, then a table. The figures are also kept in results/.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from datetime import date
from importlib.metadata import version
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
PRESETS = ("000", "001", "002", "003")
SEATS = (2, 4)
OURS = "rules"
RIVALS = ("whot", "rlcard")
REFERENCE = "rlcard-inside"
GOAL = 4.0
WARM_UP_ROUND = 1_000


class Runner(NamedTuple):
    """What is measured: an engine at a preset ("-" for a rival) and a number of seats."""

    engine: str
    preset: str
    seats: int

    @property
    def label(self) -> str:
        return f"{self.engine} {self.preset}" if self.engine == OURS else self.engine


class Worker:
    """A process that plays one runner's games when asked; it sleeps in between."""

    def __init__(self, runner: Runner) -> None:
        self.runner = runner
        self.games = 1
        command = [sys.executable, str(HERE / "worker.py"), runner.engine, runner.preset, str(runner.seats)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def play(self, games: int, number: int) -> dict[str, Any]:
        """Plays and gives the worker's answer; raises SystemExit when the worker has died."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{games} {number}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"the worker for {self.runner.label}, {self.runner.seats} seats, died: see above")
        played: dict[str, Any] = json.loads(answer)
        return played

    def warm_up(self, seconds: float) -> None:
        """Fills caches for `seconds` and finds how many games one sample of that length takes."""
        spent, games, number = 0.0, 1, WARM_UP_ROUND
        while spent < seconds:
            played = self.play(games, number)
            spent += played["cpu_s"]
            pace = played["cpu_s"] / games
            games = max(1, min(games * 4, round(seconds / max(pace, 1e-7))))
            number += 1
        self.games = max(1, round(seconds / pace))

    def stop(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def take_samples(runners: Sequence[Runner], rounds: int, seconds: float) -> Iterable[dict[str, Any]]:
    """Every runner once a round, in a fresh order each round: a slow spell of the machine hits all alike."""
    workers = [Worker(runner) for runner in runners]
    try:
        for worker in workers:
            worker.warm_up(seconds)
        order = random.Random(1)
        for number in range(rounds):
            for worker in order.sample(workers, len(workers)):
                played = worker.play(worker.games, number)
                yield {
                    **worker.runner._asdict(),
                    "round": number,
                    **played,
                    "cpu_s": round(played["cpu_s"], 6),
                    "actions_per_s": round(played["actions"] / played["cpu_s"]),
                }
    finally:
        for worker in workers:
            worker.stop()


def spread(values: Sequence[float]) -> dict[str, float]:
    """Median, quartiles and extremes."""
    low, _middle, high = quantiles(values, n=4, method="inclusive") if len(values) > 1 else (values[0],) * 3
    return {"median": median(values), "q1": low, "q3": high, "min": min(values), "max": max(values)}


def summarise(samples: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """One row a runner. `ratio`: to the rival with the higher median at as many seats, round by round."""
    runners = list(dict.fromkeys(Runner(s["engine"], s["preset"], s["seats"]) for s in samples))
    speeds = {
        runner: {s["round"]: s["actions_per_s"] for s in samples if runner == (s["engine"], s["preset"], s["seats"])}
        for runner in runners
    }
    groups = (OURS, *RIVALS, REFERENCE)
    rows = []
    for runner in sorted(runners, key=lambda r: (r.seats, groups.index(r.engine), r.preset)):
        mine = [s for s in samples if runner == (s["engine"], s["preset"], s["seats"])]
        row: dict[str, Any] = {
            **runner._asdict(),
            **{name: sum(s[name] for s in mine) for name in ("games", "actions", "unfinished")},
            "cpu_s": round(sum(s["cpu_s"] for s in mine), 3),
            "actions_per_s": spread(list(speeds[runner].values())),
        }
        rivals = [r for r in runners if r.engine in RIVALS and r.seats == runner.seats]
        if rivals:
            fastest = max(rivals, key=lambda r: median(speeds[r].values()))
            row["fastest_rival"] = fastest.engine
            row["ratio"] = {
                name: round(value, 3)
                for name, value in spread([speeds[runner][n] / speeds[fastest][n] for n in speeds[runner]]).items()
            }
        rows.append(row)
    return rows


def table(rows: Sequence[dict[str, Any]]) -> str:
    """The summary for people: thousands of actions a second, and the ratio to the faster rival at as many seats."""
    cells = [("engine", "seats", "actions/game", "k actions/s", "quartiles", "ratio", "quartiles", "")]
    for row in rows:
        pace, ratio = row["actions_per_s"], row.get("ratio")
        note = ""
        if row["engine"] == REFERENCE:
            note = "for reference: no contract"
        elif ratio is not None and row["engine"] == row["fastest_rival"]:
            note = "the faster rival"
        cells.append(
            (
                Runner(row["engine"], row["preset"], row["seats"]).label,
                str(row["seats"]),
                f"{row['actions'] / row['games']:.0f}",
                f"{pace['median'] / 1000:.0f}",
                f"{pace['q1'] / 1000:.0f}-{pace['q3'] / 1000:.0f}",
                f"{ratio['median']:.2f}" if ratio else "",
                f"{ratio['q1']:.2f}-{ratio['q3']:.2f}" if ratio else "",
                note,
            )
        )
    widths = [max(len(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines = []
    for line in cells:
        first, *rest, note = (cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        lines.append("  ".join((first.strip().ljust(widths[0]), *rest, note.strip())).rstrip())
    return "\n".join(lines)


def verdict(rows: Sequence[dict[str, Any]]) -> str:
    """One line: our slowest preset against the goal."""
    ours = [row for row in rows if row["engine"] == OURS and "ratio" in row]
    if not ours:
        return "nothing to compare"
    ratios = [row["ratio"]["median"] for row in ours]
    reached = sum(ratio >= GOAL for ratio in ratios)
    return (
        f"rules: {min(ratios):.2f} to {max(ratios):.2f} times the faster rival; "
        f"{reached} of {len(ratios)} reach the goal of {GOAL:g}"
    )


def machine() -> dict[str, Any]:
    """What the figures were taken on; nothing that tells whose machine it is or where things lie on it."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text(errors="replace").splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    flags = sysconfig.get_config_var("PY_CORE_CFLAGS") or ""
    configured = sysconfig.get_config_var("CONFIG_ARGS") or ""
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "python_profile_optimised": "--enable-optimizations" in configured or "profile-use" in flags,
    }


def product_version() -> dict[str, Any]:
    """The version of the rules that was measured and, in a clone, the commit."""
    sys.path.insert(0, str(HERE.parent))
    from rules.whot import WHOT

    found: dict[str, Any] = {"rules": f"{WHOT.key} {WHOT.version}"}
    git = ["git", "-C", str(HERE.parent)]
    try:
        commit = subprocess.run([*git, "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True, check=True)
        status = ["status", "--porcelain", "--", "rules", "benchmarks/*.py"]
        changed = subprocess.run([*git, *status], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return found
    return {**found, "commit": commit.stdout.strip(), "changed": bool(changed.stdout.strip())}


def keep(samples: Sequence[dict[str, Any]], rows: Sequence[dict[str, Any]], args: argparse.Namespace) -> Path:
    """Writes results/DATE-COMMIT.json; a second run of the same commit on the same day takes its place."""
    measured = product_version()
    name = f"{date.today().isoformat()}-{measured.get('commit', 'unversioned')}"
    kept = {
        "date": date.today().isoformat(),
        "version": measured,
        "machine": machine(),
        "rivals": {package: version(package) for package in RIVALS},
        "method": {"rounds": args.rounds, "seconds": args.seconds},
        "summary": rows,
        "samples": samples,
    }
    path = HERE / "results" / f"{name}{'-changed' if measured.get('changed') else ''}.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    return path


def pin_to_one_core() -> None:
    """All workers share one core with this process, which sleeps while they play (where the system can pin)."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="benchmarks/run", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=11, help="samples of each engine (11)")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds of one sample (0.5)")
    parser.add_argument("--presets", nargs="+", choices=PRESETS, default=PRESETS, help="presets of ours (all)")
    parser.add_argument("--seats", nargs="+", type=int, choices=SEATS, default=SEATS, help="seats (2 4)")
    parser.add_argument("--no-keep", action="store_true", help="write nothing to results/")
    args = parser.parse_args()
    if args.rounds < 1 or args.seconds <= 0:
        parser.error("--rounds and --seconds must be more than nothing")
    return args


def main() -> None:
    args = parse_arguments()
    pin_to_one_core()
    runners = [Runner(OURS, preset, seats) for preset in args.presets for seats in args.seats]
    runners += [Runner(engine, "-", seats) for engine in (*RIVALS, REFERENCE) for seats in args.seats]
    samples = []
    for sample in take_samples(runners, args.rounds, args.seconds):
        samples.append(sample)
        print(json.dumps(sample), flush=True)
    rows = summarise(samples)
    print(table(rows))
    print(verdict(rows))
    if not args.no_keep:
        print(f"kept in benchmarks/results/{keep(samples, rows, args).name}")


if __name__ == "__main__":
    main()
