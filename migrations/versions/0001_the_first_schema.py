"""The first schema"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("closed", sa.Boolean(), nullable=False),
        sa.Column("cursor", sa.Integer(), nullable=True),
        sa.Column("last_import_at", sa.Integer(), nullable=True),
        sa.Column("profile", sa.Text(), nullable=True),
        sa.Column("daily_list", sa.Text(), nullable=True),
        sa.Column("options", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("user_id", name=op.f("uq_account_user_id")),
    )
    op.create_table(
        "evaluation",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("engine", sa.String(), nullable=False),
        sa.Column("nodes", sa.Integer(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "engine", "nodes", name=op.f("pk_evaluation")),
    )
    op.create_table(
        "derived",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("through", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_derived_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", "name", name=op.f("pk_derived")),
    )
    op.create_table(
        "game",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("perf", sa.String(), nullable=False),
        sa.Column("speed", sa.String(), nullable=False),
        sa.Column("variant", sa.String(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("started_at", sa.Integer(), nullable=False),
        sa.Column("last_move_at", sa.Integer(), nullable=True),
        sa.Column("finished_at", sa.Integer(), nullable=True),
        sa.Column("ended_at", sa.Integer(), nullable=False),
        sa.Column("time_control", sa.String(), nullable=True),
        sa.Column("color", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("winner", sa.String(), nullable=True),
        sa.Column("source", sa.String(), nullable=True),
        sa.Column("event", sa.String(), nullable=True),
        sa.Column("outcome", sa.String(), nullable=True),
        sa.Column("plies", sa.Integer(), nullable=True),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("change", sa.Integer(), nullable=True),
        sa.Column("provisional", sa.Boolean(), nullable=True),
        sa.Column("berserk", sa.Boolean(), nullable=True),
        sa.Column("opponent_id", sa.String(), nullable=True),
        sa.Column("opponent_name", sa.String(), nullable=True),
        sa.Column("opponent_title", sa.String(), nullable=True),
        sa.Column("opponent_rating", sa.Integer(), nullable=True),
        sa.Column("opponent_change", sa.Integer(), nullable=True),
        sa.Column("opponent_provisional", sa.Boolean(), nullable=True),
        sa.Column("opponent_berserk", sa.Boolean(), nullable=True),
        sa.Column("opponent_ai_level", sa.Integer(), nullable=True),
        sa.Column("opening_eco", sa.String(), nullable=True),
        sa.Column("opening_name", sa.String(), nullable=True),
        sa.Column("opening_ply", sa.Integer(), nullable=True),
        sa.Column("analysed", sa.Boolean(), nullable=False),
        sa.Column("inaccuracies", sa.Integer(), nullable=True),
        sa.Column("mistakes", sa.Integer(), nullable=True),
        sa.Column("blunders", sa.Integer(), nullable=True),
        sa.Column("acpl", sa.Integer(), nullable=True),
        sa.Column("accuracy", sa.Integer(), nullable=True),
        sa.Column("opponent_inaccuracies", sa.Integer(), nullable=True),
        sa.Column("opponent_mistakes", sa.Integer(), nullable=True),
        sa.Column("opponent_blunders", sa.Integer(), nullable=True),
        sa.Column("opponent_acpl", sa.Integer(), nullable=True),
        sa.Column("opponent_accuracy", sa.Integer(), nullable=True),
        sa.Column("initial_fen", sa.String(), nullable=True),
        sa.Column("first_seen_at", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_game_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", "id", name=op.f("pk_game")),
    )
    op.create_index(
        op.f("ix_game_account_id_ended_at_started_at_id"), "game", ["account_id", "ended_at", "started_at", "id"]
    )
    op.create_index(
        op.f("ix_game_account_id_perf_ended_at_started_at_id"),
        "game",
        ["account_id", "perf", "ended_at", "started_at", "id"],
    )
    op.create_index(op.f("ix_game_account_id_started_at"), "game", ["account_id", "started_at"])

    op.create_table(
        "pending",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("first_seen_at", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_pending_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", "game_id", name=op.f("pk_pending")),
    )
    op.create_table(
        "record",
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("raw", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_record_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("account_id", "game_id", "format", name=op.f("pk_record")),
    )
    op.create_table(
        "set_aside",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("line", sa.LargeBinary(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("at", sa.Integer(), nullable=False),
        sa.Column("program_version", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_id"], ["account.id"], name=op.f("fk_set_aside_account_id_account"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_set_aside")),
    )
    op.create_index(op.f("ix_set_aside_account_id"), "set_aside", ["account_id"])
