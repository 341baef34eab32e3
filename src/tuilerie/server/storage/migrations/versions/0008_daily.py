"""The deal of the day: one attempt per person, day and game, and what an expert made of the same deal."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "daily_attempts",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("person", sa.String(length=40), nullable=False),
        sa.Column("table_id", sa.String(length=40), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("score", sa.Integer()),
        sa.Column("won", sa.Boolean()),
        sa.PrimaryKeyConstraint("day", "game", "person"),
    )
    op.create_index("ix_daily_attempts_person", "daily_attempts", ["person"])
    op.create_table(
        "daily_experts",
        sa.Column("day", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("day", "game"),
    )
