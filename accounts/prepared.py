"""What is asked and written at every move. Django works out anew each time how (the SQL, and which columns make which
object); here that is done once for a connection. It saves two thirds of the time; what comes of it is the same.

    _GAMES = Prepared(lambda: Game.objects.select_related("table").filter(code=""))
    game, = _GAMES("kx3f9a2mcd7q")
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

from django.db import DatabaseError, connections, models
from django.db.models.query import get_related_populators
from django.db.transaction import TransactionManagementError

_Fields = tuple[Any, ...]  # of a model
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
        cursor = _cursor(connection)
        cursor.execute(plan.sql, values)
        return plan.objects(cursor.fetchall())


def insert(row: models.Model, using: str = "default") -> None:
    """Adds the row, as `save(force_insert=True)` without signals; its primary key is not read back.

    Raises IntegrityError.
    """
    fields = _fields(type(row), None)
    _write(_INSERT, row, fields, (), using)


def update(row: models.Model, names: tuple[str, ...], using: str = "default") -> None:
    """Writes these fields of a stored row, as `save(update_fields=names)` without signals. Raises DatabaseError where
    the row is gone."""
    if _write(_UPDATE, row, _fields(type(row), names), (row.pk,), using) != 1:
        raise DatabaseError("the row to be changed is not there")


_INSERT, _UPDATE = "INSERT INTO {table} ({columns}) VALUES ({places})", "UPDATE {table} SET {changes} WHERE {key} = %s"


@lru_cache
def _fields(model: type[models.Model], names: tuple[str, ...] | None) -> _Fields:
    every = [field for field in model._meta.concrete_fields if not field.primary_key]
    return tuple(every if names is None else [field for field in every if field.name in names])


@lru_cache
def _sql(how: str, model: type[models.Model], fields: _Fields, using: str) -> str:
    quote = connections[using].ops.quote_name
    columns = [quote(str(field.column)) for field in fields]
    return how.format(
        table=quote(model._meta.db_table),
        key=quote(str(model._meta.pk.column)),
        columns=", ".join(columns),
        places=", ".join(["%s"] * len(columns)),
        changes=", ".join(f"{column} = %s" for column in columns),
    )


def _write(how: str, row: models.Model, fields: _Fields, more: tuple[Any, ...], using: str) -> int:
    connection = connections[using]
    values = [field.get_db_prep_save(getattr(row, field.attname), connection) for field in fields]
    cursor = _cursor(connection)
    cursor.execute(_sql(how, type(row), fields, using), [*values, *more])
    return int(cursor.rowcount)


def _cursor(connection: Any) -> Any:
    """A cursor that nobody needs any more once its rows are fetched. On PostgreSQL it is one for as long as the thread
    holds this very connection: to make a cursor takes as long as a short statement."""
    if connection.vendor != "postgresql" or connection.queries_logged:
        return connection.cursor()
    connection.close_if_health_check_failed()
    connection.ensure_connection()
    kept = connection.__dict__.get("prepared_cursor")
    if kept is None or kept.cursor.closed or kept.cursor.connection is not connection.connection:
        kept = connection.__dict__["prepared_cursor"] = connection.cursor()
    return kept
