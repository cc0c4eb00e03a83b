"""Everything that changes tables and games: each function checks, changes and announces, in one transaction."""
