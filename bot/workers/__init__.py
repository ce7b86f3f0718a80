"""Runs several processes of the bot on one database, each of which serves some of its shards.

A shard is Discord's share of the bot's servers, with a gateway connection of its own.
"""
