"""The face that somebody chose, and the one they have at a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    for table in ("people", "sitters"):
        op.add_column(table, sa.Column("face", sa.String(length=12)))
