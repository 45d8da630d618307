"""Who wins from here: whole fights by the rules of any game, played line by line, and what they add up to."""
