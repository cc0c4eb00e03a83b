"""Tables of play on the web, for every game that `rules` knows."""
