"""Versions of people's cookies."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("people", sa.Column("version", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("people", sa.Column("version_at", sa.BigInteger(), nullable=True))
    op.create_index("people_version_at", "people", ["version_at"])
