"""Coins: a ledger of play money, what games move of it, and who gets some (economy E1, E4 to E6)."""
