"""Feat points and the Whot Road, experience and levels, and what they unlock (economy E2, E3): counted beside the
tables, which know nothing of it."""
