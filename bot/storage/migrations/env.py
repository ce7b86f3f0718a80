"""Tells Alembic how to run the migrations: on the connection that `_upgrade` gives it.

They run within the transaction that has already begun on that connection.
"""

from alembic import context

from bot.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,  # SQLite changes columns by copying the table
)
context.run_migrations()
