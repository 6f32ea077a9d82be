"""The database: the only room that knows SQLModel, SQLAlchemy and Alembic."""

from tracker.store.store import Account, Counts, Entry, Pending, PerfCount, Saved, SetAside, Store

__all__ = ["Account", "Counts", "Entry", "Pending", "PerfCount", "Saved", "SetAside", "Store"]
