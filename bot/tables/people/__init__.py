"""What people do at tables: every button, command and lesson."""
