"""What people look back at: scores, games that are over, themselves."""
