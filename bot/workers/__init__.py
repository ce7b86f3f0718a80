"""Several processes on one database: who serves which shards, and who identifies when."""
