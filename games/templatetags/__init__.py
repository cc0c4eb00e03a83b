"""Words of the games, for templates."""
