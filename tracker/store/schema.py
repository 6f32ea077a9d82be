"""The tables. Schema only: rows move through Core (`writing`) and plain SQL (`reading`), never as objects.

Times are epoch milliseconds UTC; booleans are 0 and 1; an absent value is NULL, never 0.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, LargeBinary, MetaData, Text
from sqlmodel import Field, SQLModel

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class Table(SQLModel):
    """What the tables share: their metadata, with names for all constraints so that migrations can speak of them."""

    metadata = MetaData(naming_convention=NAMING)


def _account_key(*, primary_key: bool = False) -> int:
    key: int = Field(foreign_key="account.id", ondelete="CASCADE", primary_key=primary_key)
    return key


class AccountRow(Table, table=True):
    """A player whose games are tracked."""

    __tablename__ = "account"

    id: int | None = Field(default=None, primary_key=True)
    user_id: str = Field(unique=True)
    """Lower-cased name: the key on Lichess."""
    name: str
    """The spelling that the server shows."""
    closed: bool = False
    cursor: int | None = None
    """Start of the newest game known to be complete; the next download begins a day earlier."""
    last_import_at: int | None = None
    profile: str | None = Field(default=None, sa_column=Column(Text))
    """The profile as last sent, JSON."""
    daily_list: str | None = Field(default=None, sa_column=Column(Text))
    """Lichess's own daily ratings as last sent, JSON; never an empty list, which would mean nothing."""
    options: str | None = Field(default=None, sa_column=Column(Text))
    """The rating options remembered for this account, JSON."""


class GameRow(Table, table=True):
    """One game of one account, from that account's side."""

    __tablename__ = "game"
    __table_args__ = (
        Index(None, "account_id", "perf", "ended_at", "started_at", "id"),
        Index(None, "account_id", "ended_at", "started_at", "id"),
        Index(None, "account_id", "started_at"),
    )

    account_id: int = _account_key(primary_key=True)
    id: str = Field(primary_key=True)
    perf: str
    speed: str
    variant: str
    rated: bool
    started_at: int
    last_move_at: int | None = None
    finished_at: int | None = None
    ended_at: int
    """`finished_at`, or the start where the record has no end: what rows are ordered by."""
    time_control: str | None = None
    color: str
    status: str
    winner: str | None = None
    source: str | None = None
    event: str | None = None
    outcome: str | None = None
    plies: int | None = None
    rating: int | None = None
    change: int | None = None
    provisional: bool | None = None
    berserk: bool | None = None
    opponent_id: str | None = None
    opponent_name: str | None = None
    opponent_title: str | None = None
    opponent_rating: int | None = None
    opponent_change: int | None = None
    opponent_provisional: bool | None = None
    opponent_berserk: bool | None = None
    opponent_ai_level: int | None = None
    opening_eco: str | None = None
    opening_name: str | None = None
    opening_ply: int | None = None
    analysed: bool = False
    inaccuracies: int | None = None
    mistakes: int | None = None
    blunders: int | None = None
    acpl: int | None = None
    accuracy: int | None = None
    opponent_inaccuracies: int | None = None
    opponent_mistakes: int | None = None
    opponent_blunders: int | None = None
    opponent_acpl: int | None = None
    opponent_accuracy: int | None = None
    initial_fen: str | None = None
    first_seen_at: int
    moves: str | None = Field(default=None, sa_column=Column(Text))


class RecordRow(Table, table=True):
    """The game as it was received, compressed, so that a new column never needs a new download."""

    __tablename__ = "record"

    account_id: int = _account_key(primary_key=True)
    game_id: str = Field(primary_key=True)
    format: str = Field(primary_key=True)
    """`json` or `pgn`."""
    raw: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class PendingRow(Table, table=True):
    """A game that must be asked for again: unfinished, or rated and still without its change."""

    __tablename__ = "pending"

    account_id: int = _account_key(primary_key=True)
    game_id: str = Field(primary_key=True)
    reason: str
    """`unfinished` or `no-change`."""
    first_seen_at: int


class SetAsideRow(Table, table=True):
    """A line that could not be read, kept until a later version can."""

    __tablename__ = "set_aside"

    id: int | None = Field(default=None, primary_key=True)
    account_id: int = Field(foreign_key="account.id", ondelete="CASCADE", index=True)
    line: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    reason: str
    at: int
    program_version: str


class DerivedRow(Table, table=True):
    """A computed result that is worth keeping, valid while no game up to `through` changes."""

    __tablename__ = "derived"

    account_id: int = _account_key(primary_key=True)
    name: str = Field(primary_key=True)
    """What was computed, and under which settings."""
    through: int
    """End of the last game that went into it."""
    content: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class EvaluationRow(Table, table=True):
    """A local engine's evaluations of one game, by engine and node count."""

    __tablename__ = "evaluation"

    game_id: str = Field(primary_key=True)
    engine: str = Field(primary_key=True)
    """Name and version as the engine tells them."""
    nodes: int = Field(primary_key=True)
    content: str = Field(sa_column=Column(Text, nullable=False))
    """JSON, one entry a ply."""
