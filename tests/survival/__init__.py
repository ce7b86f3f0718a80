"""What the bot survives: kills, full disks, a Discord that fails, tables that fail."""
