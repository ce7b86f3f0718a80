"""Run by Alembic: migrates on the connection, and in the transaction, that `upgrade` hands over."""

from alembic import context

from bot.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes columns by copying the table
)
context.run_migrations()
