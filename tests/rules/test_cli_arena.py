"""The command line's arena: computer players measured against each other and against their bars."""

from tests.rules.test_cli import rules


def test_the_arena_goes_on_where_it_was_and_writes_its_table_between_the_marks(tmp_path):
    results, document = tmp_path / "results.jsonl", tmp_path / "bots.md"
    document.write_text("before\n<!-- arena: begin -->\nstale text\n<!-- arena: end -->\nafter\n")
    only = ("--results", results, "--preset", "002", "--seats", "2", "--challenger", "easy")
    assert rules("arena", *only, "--deals", "2")[0] in (0, 1)
    first = results.read_text()
    code, out, err = rules("arena", *only, "--deals", "3", "--document", document)
    assert code in (0, 1) and not err and results.read_text().startswith(first)
    assert [line.split(":")[0] for line in out.splitlines()] == [
        "002/2 easy v ref-greedy", "002/2 easy v random",
    ]  # fmt: skip
    assert len(results.read_text().splitlines()) == 6
    text = document.read_text()
    assert text.startswith("before\n") and text.endswith("\nafter\n") and "stale text" not in text
    assert "| 002 | 2 | easy | ref-greedy |" in text and "Seed 1, 12 games" in text


def test_the_arena_is_measured_in_parts_whose_results_are_counted_together(tmp_path):
    only = ("--preset", "002", "--seats", "2", "--challenger", "easy", "--deals", "3")
    whole, first, second = (tmp_path / name for name in ("whole", "first", "second"))
    assert rules("arena", "--results", whole, *only)[1].startswith("002/2 easy v ref-greedy: ")
    rules("arena", "--results", first, "--part", "1/2", *only)
    assert len(first.read_text().splitlines()) == 4  # deals 0 and 2, of two pairings
    rules("arena", "--results", second, "--part", "2/2", *only)
    together = rules("arena", "--results", first, "--results", second, *only)
    assert together[1] == rules("arena", "--results", whole, *only)[1] and "6 games" in together[1]
    assert len(first.read_text().splitlines()) == 4  # nothing was left to play
    code, _out, err = rules("arena", "--results", whole, "--part", "3/2")
    assert code == 2 and "no part like 1/2" in err


def test_the_arena_fails_when_a_bar_does_not_hold(tmp_path):
    """Over one deal the easy one wins all, half or none of its games: never 22 to 31 per cent."""
    results = tmp_path / "results.jsonl"
    only = ("--results", results, "--preset", "002", "--seats", "2", "--challenger", "easy", "--deals", "1")
    code, out, _err = rules("arena", *only)
    assert code == 1 and "bar 22 to 31: FAILS" in out


def test_the_arena_says_what_is_wrong_with_its_files_and_its_yardstick(tmp_path):
    results = tmp_path / "results.jsonl"
    results.write_text("{}\n")
    assert "cannot be read as results" in rules("arena", "--results", results)[2]
    results.unlink()
    assert "no MODULE:NAME" in rules("arena", "--results", results, "--yardstick", "nowhere:nothing")[2]
    document = tmp_path / "bots.md"
    document.write_text("nothing")
    told = rules("arena", "--results", results, "--deals", "0", "--document", document)
    assert told[0] == 2 and "has no place for the table" in told[2]
