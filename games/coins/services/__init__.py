"""Everything that changes an account. Nothing else writes rows of the ledger."""
