"""Who is connected to which process. Nothing here must survive a crash, so PostgreSQL need not log it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "workers",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
        prefixes=unlogged,
    )
    op.create_table(
        "presence",
        sa.Column("table_id", sa.String(length=40), nullable=False),
        sa.Column("worker", sa.String(length=40), nullable=False),
        sa.Column("seats", sa.String(length=8), nullable=False),
        sa.Column("watching", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "worker"),
        prefixes=unlogged,
    )
