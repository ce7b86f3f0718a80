"""What survives a crash: schema, migrations, queries."""
