"""What people can do at tables (games in channels), and what happens there by itself."""
