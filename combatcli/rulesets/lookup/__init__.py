"""Rules as they are looked up: what stands beside the code of each game, and how a player's question finds it."""
