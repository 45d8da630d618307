"""Looking rules up: the rules beside each game's code, and the search for a player's question."""
