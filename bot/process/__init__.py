"""The process: what runs, who watches it, and which shards it has."""
