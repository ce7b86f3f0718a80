"""Shared basics: settings, the log, counters, Discord's ids, and time limits."""
