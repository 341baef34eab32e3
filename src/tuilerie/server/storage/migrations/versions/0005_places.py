"""From where the seats of a rated game are played, as hashes, until it is rated."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "places",
        sa.Column("table_id", sa.String(length=40), nullable=False),
        sa.Column("sitter", sa.String(length=40), nullable=False),
        sa.Column("place", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "sitter", "place"),
    )
