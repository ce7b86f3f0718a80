"""What all folders use: settings, the log, counters, ids with times, and time limits."""
