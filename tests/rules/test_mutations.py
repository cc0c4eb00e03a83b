"""A broken line in a rule is noticed, and rules that are not broken pass the same judges."""

from __future__ import annotations

import pytest

from tests.rules.mutations import MUTATIONS, UNBROKEN, Mutation, survives


@pytest.mark.parametrize("mutation", [pytest.param(m, id=f"{m.clause}-{n}") for n, m in enumerate(MUTATIONS)])
def test_a_broken_line_is_noticed(mutation: Mutation) -> None:
    assert not survives(mutation), f"{mutation.clause}: {mutation.broken.strip()}"


@pytest.mark.parametrize("judge", sorted({mutation.test for mutation in MUTATIONS}))
def test_the_rules_as_they_are_pass_every_judge(judge: str) -> None:
    assert survives(UNBROKEN._replace(test=judge))


def test_a_judge_that_is_not_there_is_no_verdict() -> None:
    with pytest.raises(LookupError):
        survives(UNBROKEN._replace(test="tests/rules/test_clauses.py::test_no_such_test"))
    with pytest.raises(LookupError):
        survives(UNBROKEN._replace(line="no such line"))
