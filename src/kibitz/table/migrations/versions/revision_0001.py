"""Creates matches, their events and the tokens of their seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Creates the first schema."""
    text = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
    op.create_table(
        "matches",
        sa.Column("id", text, primary_key=True),
        sa.Column("game", text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seed", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("watched", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("origin", text, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("status", text, nullable=False),
        sa.Column("due", sa.Boolean, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("changed", sa.Double, nullable=False),
        sa.Column("lease_owner", text, nullable=False, server_default=""),
        sa.Column("lease_until", sa.Double, nullable=False, server_default="0"),
    )
    op.create_index("matches_by_change", "matches", ["changed", "id"])
    op.create_index("matches_by_status", "matches", ["status", "changed", "id"])
    op.create_index(
        "matches_due",
        "matches",
        ["changed", "id"],
        sqlite_where=sa.text("due = 1"),
        postgresql_where=sa.text("due"),
    )
    op.create_table(
        "tokens",
        sa.Column("match", text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hash", text, nullable=False),
    )
    op.create_index("tokens_by_hash", "tokens", ["hash", "match"], unique=True)
    op.create_table(
        "events",
        sa.Column("match", text, sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("hash", text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("key", text, nullable=False),
    )
    op.create_index(
        "events_by_key",
        "events",
        ["match", "key"],
        unique=True,
        sqlite_where=sa.text("key <> ''"),
        postgresql_where=sa.text("key <> ''"),
    )
