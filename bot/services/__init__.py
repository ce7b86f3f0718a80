"""What people can do at tables, and what happens there by itself."""
