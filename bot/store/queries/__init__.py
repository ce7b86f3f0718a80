"""What the store is asked, by what it is about."""
