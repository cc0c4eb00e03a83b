"""The tests that docs/proofs*.md name are there."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.once
ROOT = Path(__file__).resolve().parents[2]


def test_every_test_that_is_named_as_a_proof_exists() -> None:
    told = "".join(page.read_text() for page in sorted((ROOT / "docs").glob("proofs*.md")))
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", told)
    assert len(named) > 90
    gone = [
        f"{path}::{name}"
        for path, name in named
        if not (ROOT / path).is_file() or not re.search(rf"^def {name}\(", (ROOT / path).read_text(), re.MULTILINE)
    ]
    assert gone == []
