"""Code that every part of the bot uses: settings, log, counters, Discord's ids and time limits."""
