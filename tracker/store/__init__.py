"""The database: the only room that knows SQLModel, SQLAlchemy and Alembic."""
