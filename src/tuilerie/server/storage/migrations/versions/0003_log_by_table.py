"""SQLite keeps the log ordered by table and number, without a row id beside: half the pages per move, and a table's log
lies together.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    if op.get_bind().dialect.name != "sqlite":
        return
    op.rename_table("log", "log_before")
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(length=40), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("entry", sa.LargeBinary(), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=True),
        sa.Column("mark", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq"),
        sqlite_with_rowid=False,
    )
    op.execute(
        "INSERT INTO log (table_id, seq, at, entry, key, mark) SELECT table_id, seq, at, entry, "
        "key, mark FROM log_before ORDER BY table_id, seq"
    )
    op.drop_table("log_before")
