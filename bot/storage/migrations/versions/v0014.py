"""The schema of version 0.3.0: the oldest one that is migrated, so nothing leads to it."""

revision = "0014"
down_revision = None
