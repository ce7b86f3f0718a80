"""What every part of the bot uses: settings, the log, counters, Discord's ids, and time limits."""
