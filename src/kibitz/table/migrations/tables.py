"""The tables of the newest schema.

JSON is text, so that both databases hold the same. Texts that are compared have the same order in
both.
"""

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    text,
)

METADATA: Final = MetaData()
NAME: Final = Text().with_variant(Text(collation="C"), "postgresql")

MATCHES: Final = Table(
    "matches",
    METADATA,
    Column("id", NAME, primary_key=True),
    Column("game", NAME, nullable=False),
    Column("options", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seed", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("watched", Boolean, nullable=False),
    Column("created", Double, nullable=False),
    Column("origin", NAME, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("status", NAME, nullable=False),
    Column("due", Boolean, nullable=False),
    Column("result", Text),
    Column("changed", Double, nullable=False),
    Column("lease_owner", NAME, nullable=False, server_default=""),
    Column("lease_until", Double, nullable=False, server_default="0"),
)
Index("matches_by_change", MATCHES.c.changed, MATCHES.c.id)
Index("matches_by_status", MATCHES.c.status, MATCHES.c.changed, MATCHES.c.id)
Index(
    "matches_due",
    MATCHES.c.changed,
    MATCHES.c.id,
    sqlite_where=text("due = 1"),
    postgresql_where=text("due"),
)

TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("match", NAME, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("hash", NAME, nullable=False),
)
# One token holds one seat of a match, and may hold seats of several matches.
Index("tokens_by_hash", TOKENS.c.hash, TOKENS.c.match, unique=True)

EVENTS: Final = Table(
    "events",
    METADATA,
    Column("match", NAME, ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", NAME, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("body", Text, nullable=False),
    Column("hash", NAME, nullable=False),
    Column("at", Double, nullable=False),
    Column("key", NAME, nullable=False),
)
Index(
    "events_by_key",
    EVENTS.c.match,
    EVENTS.c.key,
    unique=True,
    sqlite_where=text("key <> ''"),
    postgresql_where=text("key <> ''"),
)
