"""What the database itself guards of the ledger (E6, check 67): triggers, on both databases.

- At commit the lines of every new transaction are at least two and sum to zero. PostgreSQL has deferred constraint
  triggers for that. SQLite defers foreign keys alone: so a transaction that does not balance yet has a row in a table
  of its own that refers to nothing, which a commit refuses.
- Rows of transactions and lines are never changed or deleted.

Installing them again is harmless. A migration that makes SQLite rebuild one of these tables loses its triggers: they
are installed after every migration (`apps`).
"""

from typing import Any

_SQLITE = [
    "CREATE TABLE IF NOT EXISTS coins_nothing (id integer PRIMARY KEY CHECK (id < 0))",
    """CREATE TABLE IF NOT EXISTS coins_unbalanced (
        id integer PRIMARY KEY,
        lacks integer NOT NULL REFERENCES coins_nothing (id) DEFERRABLE INITIALLY DEFERRED)""",
    """CREATE TRIGGER IF NOT EXISTS coins_transaction_begins AFTER INSERT ON coins_transaction BEGIN
        INSERT INTO coins_unbalanced VALUES (NEW.id, 0);
    END""",
    """CREATE TRIGGER IF NOT EXISTS coins_line_counts AFTER INSERT ON coins_line BEGIN
        DELETE FROM coins_unbalanced WHERE id = NEW.transaction_id;
        INSERT INTO coins_unbalanced SELECT NEW.transaction_id, 0 WHERE (
            SELECT sum(amount) <> 0 OR count(*) < 2 FROM coins_line WHERE transaction_id = NEW.transaction_id);
    END""",
    *(
        f"""CREATE TRIGGER IF NOT EXISTS coins_{table}_no_{what} BEFORE {what.upper()} ON coins_{table} BEGIN
            SELECT RAISE(ABORT, 'rows of the ledger are never changed or deleted');
        END"""
        for table in ("transaction", "line")
        for what in ("update", "delete")
    ),
]

_POSTGRESQL = [
    """CREATE OR REPLACE FUNCTION coins_balances() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE one bigint; lines bigint; total numeric;
    BEGIN
        IF TG_TABLE_NAME = 'coins_line' THEN one := NEW.transaction_id; ELSE one := NEW.id; END IF;
        SELECT count(*), coalesce(sum(amount), 0) INTO lines, total FROM coins_line WHERE transaction_id = one;
        IF lines < 2 OR total <> 0 THEN
            RAISE EXCEPTION 'transaction % of the ledger has % lines that sum to %', one, lines, total
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NULL;
    END $$""",
    """CREATE OR REPLACE FUNCTION coins_stays() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION 'rows of the ledger are never changed or deleted'
            USING ERRCODE = 'integrity_constraint_violation';
    END $$""",
    *(f"DROP TRIGGER IF EXISTS coins_{table}_balances ON coins_{table}" for table in ("transaction", "line")),
    *(
        f"""CREATE CONSTRAINT TRIGGER coins_{table}_balances AFTER INSERT ON coins_{table}
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION coins_balances()"""
        for table in ("transaction", "line")
    ),
    *(
        f"""CREATE OR REPLACE TRIGGER coins_{table}_stays BEFORE UPDATE OR DELETE ON coins_{table}
            FOR EACH ROW EXECUTE FUNCTION coins_stays()"""
        for table in ("transaction", "line")
    ),
]

_SQLITE_LIFT = [
    f"DROP TRIGGER IF EXISTS coins_{name}"
    for name in (
        "transaction_begins", "line_counts", "transaction_no_update", "transaction_no_delete", "line_no_update",
        "line_no_delete",
    )
]  # fmt: skip


def install(connection: Any) -> None:
    """Does nothing where the tables are not there (yet, or any more)."""
    if "coins_line" not in connection.introspection.table_names():
        return
    _run(connection, _SQLITE if connection.vendor == "sqlite" else _POSTGRESQL)


def lift(connection: Any) -> None:
    """For emptying the whole database (`manage.py flush`), which deletes row by row on SQLite alone."""
    if connection.vendor == "sqlite":
        _run(connection, _SQLITE_LIFT)


def _run(connection: Any, statements: list[str]) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)
