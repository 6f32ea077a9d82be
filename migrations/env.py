"""Alembic's entry: brings one open connection to the newest schema.

The program passes its connection in `config.attributes["connection"]`; the `alembic` command line (for writing a new
revision) opens the file named by TRACKER_DB.
"""

from __future__ import annotations

import os

from alembic import context
from sqlalchemy import Connection, create_engine

from tracker.store.schema import Table


def migrate(connection: Connection) -> None:
    """Runs the pending revisions in the caller's transaction.

    Foreign keys must be off here: batch operations rebuild a table under a new name, and dropping the old one would
    otherwise delete its children.
    """
    context.configure(
        connection=connection, target_metadata=Table.metadata, render_as_batch=True, transaction_per_migration=False
    )
    context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:
    with create_engine(f"sqlite:///{os.environ['TRACKER_DB']}").begin() as opened:
        migrate(opened)
