"""Stores everything that survives a restart of the bot: schema, migrations and queries."""
