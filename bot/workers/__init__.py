"""Runs several processes of the bot on one database, each of which serves some of its shards."""
