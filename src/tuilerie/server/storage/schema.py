"""The database's tables, the same for SQLite and PostgreSQL. `migrations` builds them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData()

settings = Table(
    "settings", metadata, Column("name", String(40), primary_key=True), Column("value", LargeBinary, nullable=False)
)

people = Table(
    "people",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(40)),
    Column("kept_name", String(40), unique=True),  # the name in lower case, once the identity is kept
    Column("passphrase", Text),  # argon2id
    Column("lang", String(2)),
    Column("face", String(12)),
    Column("created", BigInteger, nullable=False),
    # cookies and seat keys made for an older one are worthless
    Column("version", Integer, nullable=False, server_default="0"),
    Column("version_at", BigInteger),  # when it was last raised
)
Index("people_version_at", people.c.version_at)

tables = Table(
    "tables",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("code", String(12), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    Column("terms", Text, nullable=False),  # everything agreed when the table was made, as JSON
    Column("secret", LargeBinary, nullable=False),  # published when the game is over
    Column("host", String(40)),
    Column("public", Boolean, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("rematch_of", String(40)),
)
Index("tables_public", tables.c.public, tables.c.ended, tables.c.created)

log = Table(
    "log",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970
    Column("entry", LargeBinary, nullable=False),
    Column("key", String(120)),  # idempotency key of the client, with its sitter
    # random: tells our own row from another process's after a lost connection
    Column("mark", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

sitters = Table(
    "sitters",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("table_id", String(40), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("person", String(40), index=True),
    Column("name", String(40)),
    Column("face", String(12)),
)

due = Table(
    "due",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),  # the lease: from then on any process may take over
    Column("holder", String(40), nullable=False),
)

workers = Table(
    "workers", metadata, Column("name", String(40), primary_key=True), Column("until", BigInteger, nullable=False)
)

presence = Table(
    "presence",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("worker", String(40), primary_key=True),  # counts while its row in `workers` has not expired
    Column("seats", String(8), nullable=False),  # with a live connection, one digit each
    Column("watching", Integer, nullable=False),
)

results = Table(
    "results",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person", String(40), index=True),
    Column("game", String(40), nullable=False),
    Column("summary", Text, nullable=False),  # scores, winners, reason, bots by seat, as JSON
    Column("ended", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("body", LargeBinary),  # the whole review as JSON, once it is there
    Column("holder", String(40), nullable=False),  # the process that computes it
    Column("until", BigInteger, nullable=False),  # from then on another may
)

ratings = Table(
    "ratings",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

places = Table(  # of rated games, until they are rated
    "places",
    metadata,
    Column("table_id", String(40), primary_key=True),
    Column("sitter", String(40), primary_key=True),
    # hash of an address that only this server can make, another one for every table
    Column("place", String(32), primary_key=True),
)

move_codes = Table(
    "move_codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("person", String(40), nullable=False),
    Column("expires", BigInteger, nullable=False),
)

blocks = Table(
    "blocks", metadata, Column("person", String(40), primary_key=True), Column("other", String(40), primary_key=True)
)

reports = Table(
    "reports",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("table_id", String(40), ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("reporter", String(40)),
    Column("about", String(20), nullable=False),
    Column("at", BigInteger, nullable=False),
)

daily_attempts = Table(  # of the deal of the day
    "daily_attempts",
    metadata,
    Column("day", String(10), primary_key=True),  # UTC, as ISO writes it
    Column("game", String(40), primary_key=True),
    Column("person", String(40), primary_key=True, index=True),
    Column("table_id", String(40), nullable=False),
    Column("started", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("score", Integer),  # null after the end: it does not count, by abandoning or too late
    Column("won", Boolean),
)

daily_experts = Table(
    "daily_experts",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
)
