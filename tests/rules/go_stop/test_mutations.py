"""A broken line in a rule of Go-Stop is noticed, and rules that are not broken pass the same judges."""

from __future__ import annotations

import pytest

from tests.rules.go_stop.mutations import MUTATIONS, UNBROKEN
from tests.rules.mutations import Mutation, survives


@pytest.mark.parametrize("mutation", [pytest.param(m, id=f"{m.clause}-{n}") for n, m in enumerate(MUTATIONS)])
def test_a_broken_line_is_noticed(mutation: Mutation) -> None:
    assert not survives(mutation), f"{mutation.clause}: {mutation.broken.strip()}"


@pytest.mark.parametrize("judge", sorted({mutation.test for mutation in MUTATIONS}))
def test_the_rules_as_they_are_pass_every_judge(judge: str) -> None:
    assert survives(UNBROKEN._replace(test=judge))
