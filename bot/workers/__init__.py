"""Runs several processes on one database, each of which serves some of the shards."""
