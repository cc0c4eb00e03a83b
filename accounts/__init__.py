"""People: who they are. Knows nothing of the insides of games."""
