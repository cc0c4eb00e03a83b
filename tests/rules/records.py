"""What the tests of records share: the worked example, the stored games, changing a field."""

import copy
import json
import re
from pathlib import Path

import pytest

from rules.record import (
    RecordError,
    read,
    replay,
)
from rules.registry import newest
from tests.playthroughs.make import stored

DOC = (Path(__file__).parent.parent.parent / "docs" / "record.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(?:json)?\n(.*?)\n```", DOC, re.DOTALL)
EXAMPLE = BLOCKS[0] + "\n"
GOLDEN = {path.stem: path for path in stored()}
RULES = newest("whot")


def golden(name):
    return json.loads(GOLDEN[name].read_text(encoding="utf-8"))


def dumped(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def changed(value, path, new):
    """A deep copy of the JSON value with the field at `path` (keys and indexes) set to `new`."""
    copied = copy.deepcopy(value)
    at = copied
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = new
    return copied


def refusal(value):
    with pytest.raises(RecordError) as caught:
        replay(read(dumped(value)))
    return caught.value
