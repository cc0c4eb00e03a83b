"""A broken line in a rule is noticed (checks 5 and 7)."""

from __future__ import annotations

import pytest

from tests.rules.mutations import MUTATIONS, Mutation, survives


@pytest.mark.parametrize("mutation", [pytest.param(m, id=f"{m.clause}-{n}") for n, m in enumerate(MUTATIONS)])
def test_a_broken_line_is_noticed(mutation: Mutation) -> None:
    assert not survives(mutation), f"{mutation.clause}: {mutation.broken.strip()}"
