"""Runs several processes of the bot on one database, each of which serves some of the shards.

A shard is Discord's share of the servers, with a gateway connection of its own.
"""
