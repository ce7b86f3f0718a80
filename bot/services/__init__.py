"""What people can do at tables, and what happens by itself."""
