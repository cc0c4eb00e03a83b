"""A sample of `tests.rules.flips`: a flipped bit of a record is noticed, also on the command line."""

import pytest

from rules.__main__ import main
from tests.playthroughs.make import all_stored
from tests.rules.flips import PARTS, flips, noticed


def test_every_flipped_bit_is_noticed():
    missed = [(name, part) for name, part, data in flips(300, seed=2) if noticed(data) is None]
    assert missed == []


def test_flips_fall_into_every_part_and_change_one_bit():
    files = {path.stem: path.read_bytes() for path in all_stored()}
    parts = set()
    for name, part, data in flips(100, seed=3):
        parts.add(part)
        assert sum((one ^ other).bit_count() for one, other in zip(files[name], data, strict=True)) == 1
    assert parts == set(PARTS)


def test_a_record_as_it_is_passes():
    assert [noticed(path.read_bytes()) for path in all_stored()] == [None] * len(all_stored())


@pytest.mark.parametrize("number", range(5))
def test_the_command_line_notices_too(tmp_path, capsys, number):
    *_others, (_name, _part, data) = flips(number + 1, seed=4)
    path = tmp_path / "record.json"
    path.write_bytes(data)
    assert main(["verify", str(path)]) in (1, 2)
    assert capsys.readouterr()
