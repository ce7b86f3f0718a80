"""PostgreSQL, for as many processes as it takes."""
