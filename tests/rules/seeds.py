"""The seed documents, which are not part of the repository: where they are, and what to do without them.

They lie in `../shared/seeds` beside the repository, or where WHOT_SEEDS says. A test that reads them is marked
`seeds` and skipped without them. Under CI that is a failure like any other skip (`tests/conftest.py`), unless
WHOT_NO_SEEDS=1 says that they are meant to be missing.
"""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def seed_folder() -> Path:
    """The folder of the seed documents; without one the test that asks is skipped."""
    named = os.environ.get("WHOT_SEEDS")
    folder = Path(named) if named else ROOT.parent / "shared" / "seeds"
    if named:
        assert folder.is_dir(), f"WHOT_SEEDS is no folder: {named}"
    if not folder.is_dir():
        pytest.skip("the seed documents are not beside the repository (set WHOT_SEEDS)")
    return folder
